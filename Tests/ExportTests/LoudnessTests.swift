import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct LoudnessTests {
  /// Exports ten seconds of a file with a loudness, and returns loudness and peak by ffmpeg's
  /// meter, and the warnings.
  private func measure(
    _ target: Double, _ sample: (Int) -> Double
  ) async throws -> (loudness: Double, peak: Double, warnings: [String]) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let samples = (0..<480_000).map { Float(sample($0)) }
    try WaveFile.write([samples, samples], sampleRate: 48_000, to: folder.file("in.wav"))
    let range = TimeRange(start: .zero, duration: MediaTime(10))
    let composition = Composition(
      assets: [Asset(id: "a", location: folder.file("in.wav").path)],
      tracks: [
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    var settings = ExportSession.Settings()
    settings.loudness = target
    let warnings = Collector<Warning>()
    let session = ExportSession(composition, settings: settings, onWarning: warnings.add)
    let output = folder.file("out.wav").path
    try await session.export(to: output, as: .wav)
    let meter = try await ChildProcess(
      "ffmpeg",
      ["-hide_banner", "-nostats", "-i", output, "-af", "ebur128=peak=true", "-f", "null", "-"]
    ).run()
    let summary = try #require(meter.errorText.components(separatedBy: "Summary:").last)
    func number(_ name: String, _ unit: String) throws -> Double {
      let line = try #require(
        summary.split(separator: "\n").first { $0.contains(name) && $0.contains(unit) })
      return try #require(line.split(separator: " ").compactMap { Double($0) }.first)
    }
    return (
      try number("I:", "LUFS"), try number("Peak:", "dBFS"),
      warnings.elements.filter { $0.kind == .loudness }.map(\.message)
    )
  }

  @Test(arguments: [-16.0, -30])
  func `an export has the requested loudness`(target: Double) async throws {
    let result = try await measure(target) { index in
      // Alternately loud and quiet.
      let level = index / 48_000 % 2 == 0 ? 0.05 : 0.02
      return level * sin(2 * .pi * 997 * Double(index) / 48_000)
    }
    #expect(abs(result.loudness - target) <= 0.1)
    #expect(result.warnings == [])
  }

  /// A voice, as a meter sees it: syllables of four harmonics, now and then a loud one, between silences.
  private static func voice(_ index: Int) -> Double {
    let time = Double(index) / 48_000, syllable = Int(time * 4)
    let level = syllable % 5 == 4 ? 0 : syllable % 7 == 0 ? 0.8 : 0.12
    let envelope = pow(sin(.pi * (time * 4 - Double(syllable))), 2)
    let wave = (1...4).reduce(0.0) { $0 + sin(2 * .pi * 180 * Double($1) * time) / Double($1) }
    return level * envelope * wave / 2
  }

  @Test(arguments: [-16.0, -14])
  func `sound with high peaks reaches the loudness with limited peaks`(
    target: Double
  ) async throws {
    let result = try await measure(target, Self.voice)
    #expect(abs(result.loudness - target) <= 0.2)
    #expect(result.peak <= -0.9)
    #expect(result.peak >= -2)
    #expect(result.warnings.count == 1)
    #expect(result.warnings.first?.contains("LUFS; peaks are lowered by up to") == true)
  }

  @Test func `a loudness that peaks make impossible causes a warning`() async throws {
    let result = try await measure(-10) { index in
      // Short bursts: high peaks that add little to the loudness.
      index % 48_000 < 480 ? 0.5 * sin(2 * .pi * 1_000 * Double(index) / 48_000) : 0
    }
    #expect(result.peak <= -0.9)
    #expect(result.peak >= -1.5)
    #expect(result.loudness < -12)
    #expect(result.warnings.contains { $0.contains("LUFS, not -10.0") })
  }

  @Test func `silence is not amplified`() async throws {
    let result = try await measure(-16) { _ in 0 }
    #expect(result.warnings.contains { $0.contains("too quiet to measure its loudness") })
  }
}
