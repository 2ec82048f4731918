import Foundation
import TestSupport
import Testing

/// Media whose scenes, silences and loudness follow from how they were made.
@Suite(.serialized) struct AnalysisCommandTests {
  private func run(
    _ script: String, in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      "bash", ["-c", script], environment: ["C": TestedPackage.command], directory: folder.url,
      timeout: .seconds(120)
    ).run()
  }

  private struct Found: Decodable {
    struct Analysis: Decodable {
      var scenes: [String]?
      var silence: [[String: String]]?
      var loudness: [String: Double]?
      var beats: [String]?
      var peaks: Peaks?
    }
    struct Peaks: Decodable {
      var perSecond: Int
      var values: [Double]
    }
    var analysis: Analysis
  }

  private func analysis(of outcome: ChildProcess.Outcome) throws -> Found.Analysis {
    try JSONDecoder().decode(Found.self, from: Data(outcome.output)).analysis
  }

  @Test(arguments: [("25", "1/25"), ("29.97", "1001/30000")])
  func `scenes begin at the frames of the cuts`(rate: String, frame: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data(
      """
      cutaway: 1
      render: {size: [320, 180], frameRate: \(rate)}
      assets:
        bars: {bars: smpte}
        warm: {gradient: {colors: [red, yellow]}}
        count: {countdown: 5}
        cold: {gradient: {colors: [black, blue]}}
      tracks:
        - id: v
          type: video
          segments:
            - {asset: bars, source: [0, 40f]}
            - {asset: warm, source: [0, 33f]}
            - {asset: count, source: [0, 20f]}
            - {asset: cold, source: [0, 50f]}

      """.utf8
    ).write(to: folder.file("cuts.yaml"))
    let outcome = try await run(
      """
      $C export cuts.yaml -o cuts.mkv --preset lossless -q && $C probe --scenes --json cuts.mkv
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let duration = frame.split(separator: "/").compactMap { Int($0) }
    // The frames 40, 73 and 93, as reduced fractions.
    let expected = [40, 73, 93].map { number in
      let (top, bottom) = (number * duration[0], duration[1])
      let divisor = (1...bottom).last { top % $0 == 0 && bottom % $0 == 0 } ?? 1
      return bottom == divisor ? "\(top / divisor)" : "\(top / divisor)/\(bottom / divisor)"
    }
    #expect(try analysis(of: outcome).scenes == expected)
    let again = try await run(
      "$C probe --scenes --print cuts.mkv >scenes.yaml && $C export scenes.yaml -o again.mkv "
        + "--preset lossless -q && cat scenes.yaml", in: folder)
    #expect(again.status == .exited(0), "\(again.errorText)")
    #expect(again.outputText.contains("source: [\"\(expected[0])\", \"\(expected[1])\"]"))
    // The scenes one after another are the film.
    #expect(
      try await RawVideo.read(folder.file("again.mkv")).count
        == RawVideo.read(folder.file("cuts.mkv")).count)
  }

  /// Sine waves of 997 Hz and silence, by lengths in samples; the level is in dBFS.
  private func sound(_ parts: [(level: Double?, count: Int)], rate: Int) -> [Float] {
    parts.flatMap { level, count in
      (0..<count).map { index in
        guard let level else { return 0 }
        let phase = 2 * Double.pi * 997 * Double(index) / Double(rate)
        // A cosine starts and ends loud, so that the bounds are exact.
        return Float(pow(10, level / 20) * (index == count - 1 ? 1 : cos(phase)))
      }
    }
  }

  @Test(arguments: [48_000, 44_100])
  func `silences are exact to the sample`(rate: Int) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let samples = sound(
      [(-12, 40_001), (nil, 30_000), (-12, 20_000), (nil, 1_000), (-12, 9_999), (nil, 50_000)],
      rate: rate)
    try WaveFile.write([samples], sampleRate: rate, to: folder.file("s.wav"))
    let outcome = try await run("$C probe --silence --json s.wav", in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let found = try #require(try analysis(of: outcome).silence)
    // The silence of 1,000 samples is shorter than half a second.
    let expected = [(40_001, 30_000), (101_000, 50_000)]
    #expect(found.count == expected.count)
    for (range, (start, count)) in zip(found, expected) {
      #expect(value(range["start"]) == Double(start) / Double(rate))
      #expect(value(range["duration"]) == Double(count) / Double(rate))
    }
    let printed = try await run("$C probe --silence --print s.wav | grep -c asset", in: folder)
    #expect(printed.outputText == "2\n")
  }

  @Test func `peaks are the largest samples of both channels`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let rate = 44_100
    var random = SeededGenerator(seed: 3)
    let samples = (0..<2).map { _ in
      (0..<rate).map { _ in Float.random(in: -1...1, using: &random) }
    }
    try WaveFile.write(samples, sampleRate: rate, to: folder.file("s.wav"))
    let outcome = try await run(
      "$C probe --peaks --peaks-per-second 30 --json s.wav && $C probe --peaks s.wav", in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let lines = outcome.outputText.split(separator: "\n").map(String.init)
    let peaks = try #require(
      try JSONDecoder().decode(Found.self, from: Data(lines[0].utf8)).analysis.peaks)
    #expect(peaks.perSecond == 30)
    let expected = (0..<30).map { part in
      let both = samples.flatMap { $0[part * 1_470..<(part + 1) * 1_470] }
      return Double(both.map { abs($0) }.max() ?? 0)
    }
    #expect(peaks.values.count == 30)
    #expect(zip(peaks.values, expected).allSatisfy { abs($0 - $1) <= 0.000_051 })
    #expect(lines.last?.hasPrefix("  peaks: 100, the largest is ") == true)
  }

  /// The value of a fraction.
  private func value(_ text: String?) -> Double? {
    let parts = (text ?? "").split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 ? parts[0] / parts[1] : parts.first
  }

  @Test func `a tone of -23 dBFS in both channels has -23 LUFS`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // The first signal of EBU Tech 3341, with a tolerance of 0.1 LU. It starts at zero, because a jump has
    // higher peaks between its samples.
    let samples = (0..<480_000).map { index in
      Float(pow(10, -23.0 / 20) * sin(2 * Double.pi * 997 * Double(index) / 48_000))
    }
    try WaveFile.write([samples, samples], sampleRate: 48_000, to: folder.file("t.wav"))
    let outcome = try await run("$C probe --loudness --json t.wav", in: folder)
    let loudness = try #require(try analysis(of: outcome).loudness)
    #expect(abs((loudness["integrated"] ?? 0) + 23) < 0.1)
    #expect(abs((loudness["truePeak"] ?? 0) + 23) < 0.1)
  }

  /// A low drum and a short noise in turn, over a quiet tone: aubio leaves out beats between silences.
  private func drums(perMinute tempo: Double, from start: Double, seconds: Double) -> [Float] {
    let rate = 44_100.0
    var noise = SeededGenerator(seed: 7)
    var samples = (0..<Int(seconds * rate)).map { index in
      Float(
        0.1 * sin(2 * Double.pi * 220 * Double(index) / rate)
          + 0.01 * Double.random(in: -1...1, using: &noise))
    }
    for beat in 0..<Int((seconds - start) * tempo / 60) {
      let first = Int((start + Double(beat) * 60 / tempo) * rate)
      for index in 0..<min(5_000, samples.count - first) {
        let time = Double(index) / rate
        let wave =
          beat % 2 == 0
          ? sin(2 * Double.pi * 60 * time) : Double.random(in: -1...1, using: &noise)
        samples[first + index] += Float(0.6 * wave * exp(-time / 0.03))
      }
    }
    return samples
  }

  @Test(arguments: [(120, 0.5), (97, 0.31)])
  func `beats are those of the drums`(tempo: Double, start: Double) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let samples = drums(perMinute: tempo, from: start, seconds: 30)
    try WaveFile.write([samples, samples], sampleRate: 44_100, to: folder.file("d.wav"))
    let outcome = try await run("$C probe --beats --json d.wav", in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    // aubio follows the beat after some seconds.
    let found = try #require(try analysis(of: outcome).beats).compactMap(value).filter { $0 > 8 }
    #expect(Double(found.count) > 0.9 * 22 * tempo / 60)
    #expect(found.allSatisfy { $0 < 30 })
    for beat in found {
      let position = (beat - start) * tempo / 60
      let error = (position - position.rounded()) * 60 / tempo
      #expect(abs(error) < 0.05, "a beat at \(beat) s is \(error) s late")
    }
  }

  @Test func `beats need aubio`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try WaveFile.write(
      [drums(perMinute: 120, from: 0, seconds: 1)], sampleRate: 44_100, to: folder.file("d.wav"))
    let outcome = try await run(
      "PATH=$PWD $C probe --beats d.wav", in: folder)
    #expect(outcome.status == .exited(1), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("sudo apt-get install aubio-tools"), "\(outcome.errorText)")
  }

  @Test(arguments: [
    ("$C probe --print a.wav", 64, "--print needs --scenes, --silence or --beats"),
    ("$C probe --scenes --print --json a.wav", 64, "give either --json or --print"),
    ("$C probe --silence --silence-level 3 a.wav", 64, "is not a level from -120 to 0 dBFS"),
    ("$C probe --silence --silence-duration 0 a.wav", 64, "is not a duration"),
    ("$C probe --scenes gone.mp4", 66, "gone.mp4"),
  ])
  func `what cannot be analysed is an error`(
    script: String, status: Int, message: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let outcome = try await run(script, in: folder)
    #expect(outcome.status == .exited(status), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }
}
