import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Sound of any rate and layout, at 48 kHz.
@Suite struct RateTests {
  private static let cases = [8_000, 16_000, 22_050, 44_100, 48_000, 96_000].flatMap { rate in
    [1, 2, 6, 8].map { (rate, $0) }
  }

  @Test(arguments: cases)
  func `resampling keeps the times and levels of tones and clicks`(rate: Int, channels: Int)
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let count = rate * 6 / 10, click = rate * 55 / 100
    let sound = (0..<channels).map { channel in
      (0..<count).map { index -> Float in
        if index >= rate / 2 { return index == click ? 0.5 : 0 }
        return Float(0.5 * sin(2 * .pi * tone(channel) * Double(index) / Double(rate)))
      }
    }
    let file = folder.file("sound.wav")
    try WaveFile.write(sound, sampleRate: rate, to: file)
    let range = TimeRange(start: .zero, end: MediaTime(6, over: 10))
    var composition = try Composition(of: file.path, [range], [.audio])
    composition.render.channels = channels
    let heard = try await Rendering(composition).sound
    try #require(heard.count == 28_800 && heard.channels.count == channels)
    for channel in 0..<channels {
      let fit = SineFit(
        Array(heard.channels[channel][..<24_000]), frequency: tone(channel) / 48_000,
        leavingOut: 2_400)
      #expect(abs(20 * log10(fit.amplitude / 0.5)) < 0.1)
      #expect(abs(fit.delay) < 0.5, "late by \(fit.delay) samples")
      #expect(fit.residue < -90)
      let rest = heard.channels[channel][25_000...]
      let peak = rest.indices.max { abs(rest[$0]) < abs(rest[$1]) }
      #expect(peak == Int((Double(click * 48_000) / Double(rate)).rounded()))
    }
  }

  /// A file of another rate, and how ffmpeg makes it from samples.
  struct Source: CustomTestStringConvertible, Sendable {
    var file: String
    var options: String
    var rates = [8_000, 11_025, 22_050, 44_100, 88_200, 96_000]
    var testDescription: String { file }

    static let all: [Source] = [
      .init(file: "s.wav", options: "-c:a pcm_f32le"),
      .init(file: "s.mov", options: "-c:a pcm_s16le"),
      .init(file: "s.avi", options: "-c:a pcm_s16le"),
      .init(file: "s.flac", options: "-c:a flac"), .init(file: "s.mkv", options: "-c:a flac"),
      .init(file: "s.m4a", options: "-c:a aac -b:a 192k"),
      .init(file: "s.mp3", options: "-c:a libmp3lame -b:a 64k", rates: [11_025, 22_050, 44_100]),
      .init(file: "ima.wav", options: "-c:a adpcm_ima_wav", rates: [22_050, 44_100]),
      .init(file: "ms.wav", options: "-c:a adpcm_ms", rates: [22_050, 44_100]),
      .init(file: "s.ogg", options: "-c:a libvorbis -q:a 9"),
    ]
  }

  /// A tone whose phase tells the time, from any position, forwards and backwards.
  @Test(arguments: Source.all)
  func `sound of another rate is on time from each in-point`(source: Source) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 9)
    let tone = 440.0, seconds = 3
    for rate in source.rates {
      let raw = folder.file("raw.wav"), file = folder.file(source.file)
      let samples = (0..<seconds * rate).map {
        Float(0.4 * sin(2 * .pi * tone * Double($0) / Double(rate)))
      }
      try WaveFile.write([samples], sampleRate: rate, to: raw)
      try await ChildProcess(
        "ffmpeg",
        ["-v", "error", "-y", "-i", raw.path]
          + source.options.split(separator: " ").map(String.init)
          + [file.path]
      ).check()
      // On the samples of the mix, and between them.
      let starts =
        [MediaTime.zero]
        + (0..<3).map { _ in MediaTime(.random(in: 1...40, using: &random), over: 25) }
        + (0..<3).map { _ in MediaTime(.random(in: 1...1_999, using: &random), over: 1_001) }
      for (index, start) in starts.enumerated() {
        let range = TimeRange(start: start, duration: MediaTime(1, over: 2)),
          isReversed = index % 2 == 1
        var composition = Composition(
          assets: [Asset(id: "a", location: file.path)],
          tracks: [
            try Track(
              id: "s", mediaType: .audio,
              segments: [
                Segment(
                  target: TimeRange(start: .zero, duration: range.duration),
                  media: .init(asset: "a", source: range, isReversed: isReversed))
              ])
          ])
        composition.render.channels = 1
        let heard = try await Rendering(composition).sound.channels[0]
        try #require(heard.count == 24_000)
        // The sample at the time `t` of the segment is that of the source at `start + t`, and backwards
        // that before `end - t`.
        let phase = isReversed ? range.end.seconds - 1 / 48_000 : start.seconds
        let fit = SineFit(heard, frequency: tone / 48_000, leavingOut: 2_400)
        let expected = (isReversed ? 0.5 / tone + phase : -phase) * 48_000
        let delay = (fit.delay - expected).remainder(dividingBy: 48_000 / tone)
        // Half a sample at most between two samples of the mix; none of it is the resampler's.
        #expect(
          abs(delay) < ((start * 48_000).denominator == 1 ? 0.1 : 0.55),
          "\(rate) Hz from \(start), \(isReversed ? "backwards" : "forwards"): late by \(delay) samples"
        )
      }
    }
  }

  /// Recordings of radio streams, and files that were appended to each other.
  @Test(arguments: ["libopus opus", "libvorbis ogg", "flac ogg"])
  func `streams that follow each other in an Ogg file play one after the other`(
    codec: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let parts = codec.split(separator: " ").map(String.init), file = folder.file("all.\(parts[1])")
    let tones = [440.0, 660, 880]
    var all = Data()
    for tone in tones {
      let path = folder.file("\(Int(tone)).\(parts[1])")
      try await ChildProcess(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "sine=\(tone):r=48000:d=1", "-c:a", parts[0],
          path.path,
        ]
      ).check()
      all += try Data(contentsOf: path)
    }
    try all.write(to: file)
    // Whole, across a joint, and within a later stream.
    for range in [(0, 30), (7, 13), (21, 28)].map({
      TimeRange(start: MediaTime($0.0, over: 10), end: MediaTime($0.1, over: 10))
    }) {
      var composition = try Composition(of: file.path, [range], [.audio])
      composition.render.channels = 1
      let heard = try await Rendering(composition).sound.channels[0]
      for (index, tone) in tones.enumerated() {
        let own = TimeRange(start: MediaTime(Int64(index)), duration: MediaTime(1))
        guard let part = range.intersection(own) else { continue }
        let start = ((part.start - range.start) * 48_000).rounded(in: MediaTime(1))
        let count = (part.duration * 48_000).rounded(in: MediaTime(1))
        let fit = SineFit(
          Array(heard[Int(start)..<Int(start + count)]), frequency: tone / 48_000,
          leavingOut: 2_400)
        #expect(fit.residue < -25, "\(tone) Hz in \(range.text)")
        let phase = (fit.delay + (part.start - own.start).seconds * 48_000)
          .remainder(dividingBy: 48_000 / tone)
        // Vorbis has a sample more at each joint.
        #expect(abs(phase) < 0.1 + 1.1 * Double(index), "\(tone) Hz: late by \(phase) samples")
      }
    }
  }

  private func tone(_ channel: Int) -> Double { 500 + 100 * Double(channel) }

  @Test func `channels are mixed down and up by the standard matrices`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("mono.wav")
    try WaveFile.write(
      [[Float](repeating: 0.25, count: 4_800)], sampleRate: 48_000, to: file)
    let range = TimeRange(start: .zero, end: MediaTime(1, over: 10))
    var composition = try Composition(of: file.path, [range], [.audio])
    // One channel plays unchanged on both sides.
    let stereo = try await Rendering(composition).sound
    #expect(stereo.channels.allSatisfy { $0.allSatisfy { $0 == 0.25 } })
    // Two equal channels become the same single one.
    let pair = folder.file("pair.wav")
    try WaveFile.write(
      [0.5, 0.25].map { [Float](repeating: $0, count: 4_800) }, sampleRate: 48_000, to: pair)
    composition.assets[0].location = pair.path
    composition.render.channels = 1
    let mono = try await Rendering(composition).sound
    #expect(mono.channels[0].allSatisfy { abs($0 - 0.375) < 1e-6 })
  }
}
