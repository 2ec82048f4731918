import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The sound of cuts.
@Suite struct CutTests {
  private static let rate = 48_000

  private func track(_ segments: [Segment], declick: MediaTime = .zero) throws -> Track {
    try Track(id: "s", mediaType: .audio, segments: segments, declick: declick)
  }

  @Test func `a thousand continuous cuts are inaudible`() async throws {
    let media = TestMedia(
      .wav, video: nil,
      audio: .init(codec: .pcm, sound: .indexed, duration: MediaTime(12), clip: 3))
    let asset = Asset(id: "a", location: try await media.file().path)
    var random = SeededGenerator(seed: 5)
    let cuts = Set((0..<1_000).map { _ in Int64.random(in: 1..<440_999, using: &random) }).sorted()
    let borders = [0] + cuts + [441_000]
    // Borders between samples of the mix.
    let segments = zip(borders, borders.dropFirst()).map { start, end in
      let range = TimeRange(
        start: MediaTime(start, over: 44_100), end: MediaTime(end, over: 44_100))
      return Segment(target: range, media: .init(asset: "a", source: range))
    }
    let composition = Composition(assets: [asset], tracks: [try track(segments)])
    let sound = try await Rendering(composition).sound
    #expect(sound.sampleRuns == [SampleRun(clip: 3, output: 0..<480_000, source: 0)])
  }

  @Test func `continuous cuts between samples are inaudible for any start`()
    async throws
  {
    let media = TestMedia(
      .wav, video: nil,
      audio: .init(
        codec: .pcm, sampleRate: 48_000, sound: .indexed, duration: MediaTime(4), clip: 3))
    let asset = Asset(id: "a", location: try await media.file().path)
    for seed in 0..<6 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      // Different fractions of a sample in the source and in the mix.
      let shift = MediaTime(Int64.random(in: 1...480, using: &random), over: 480 * 48_000)
      let start = MediaTime(Int64.random(in: 0...700_000, using: &random), over: 7 * 48_000)
      var borders = (0..<40).map { _ in
        start + MediaTime(Int64.random(in: 1...1_000_000, using: &random), over: 1_440_000)
      }
      borders = ([start] + borders).sorted()
      var segments = [Segment(target: TimeRange(start: .zero, duration: shift))]
      for (from, to) in zip(borders, borders.dropFirst()) where from < to {
        let source = TimeRange(start: from, end: to)
        segments.append(
          Segment(
            target: TimeRange(start: from - start + shift, end: to - start + shift),
            media: .init(asset: "a", source: source)))
      }
      let composition = Composition(assets: [asset], tracks: [try track(segments)])
      let runs = try await Rendering(composition).sound.sampleRuns
      #expect(runs.count == 1, "seed \(seed): \(runs)")
    }
  }

  @Test func `declicked cuts add no steps to the sound`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("tones.wav")
    // Three tones, loudest together, from 300 Hz up.
    let samples = (0..<Self.rate * 4).map { index -> Float in
      let time = Double(index) / Double(Self.rate)
      return Float([311.0, 997, 3_511].map { 0.3 * sin(2 * .pi * $0 * time) }.reduce(0, +))
    }
    try WaveFile.write([samples, samples], sampleRate: Self.rate, to: file)
    var random = SeededGenerator(seed: 9)
    var segments: [Segment] = [], end = MediaTime.zero
    for index in 0..<250 {
      let length = MediaTime(Int64.random(in: 240...960, using: &random), over: 48_000)
      let start = MediaTime(Int64.random(in: 0...180_000, using: &random), over: 48_000)
      // Sometimes after a gap.
      if index % 10 == 5 {
        segments.append(Segment(target: TimeRange(start: end, duration: length)))
        end = end + length
      }
      segments.append(
        Segment(
          target: TimeRange(start: end, duration: length),
          media: .init(asset: "a", source: TimeRange(start: start, duration: length))))
      end = end + length
    }
    let asset = Asset(id: "a", location: file.path)
    func largestStep(_ declick: MediaTime) async throws -> Float {
      let composition = Composition(
        assets: [asset], tracks: [try track(segments, declick: declick)])
      let heard = try await Rendering(composition).sound.channels[0]
      return zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
    let own = zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(try await largestStep(.zero) > own * 1.5)
    #expect(try await largestStep(MediaTime(2, over: 1_000)) <= own)
  }

  @Test func `a source that ends early gives silence and keeps the length of the mix`() async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    for (name, seconds) in [("long", 2.0), ("short", 0.97)] {
      let samples = [Float](repeating: 0.25, count: Int(seconds * Double(Self.rate)))
      try WaveFile.write([samples, samples], sampleRate: Self.rate, to: folder.file("\(name).wav"))
    }
    let second = TimeRange(start: .zero, duration: MediaTime(1))
    let two = TimeRange(start: .zero, duration: MediaTime(2))
    let composition = Composition(
      assets: ["long", "short"].map { Asset(id: $0, location: folder.file("\($0).wav").path) },
      tracks: [
        try Track(
          id: "l", mediaType: .audio,
          segments: [Segment(target: two, media: .init(asset: "long", source: two))]),
        // 30 ms more than the file has, which is within the tolerance.
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: second, media: .init(asset: "short", source: second))]),
      ])
    let sound = try await Rendering(composition).sound.channels[0]
    #expect(sound.count == 96_000)
    #expect(sound[..<46_560].allSatisfy { $0 == 0.5 })
    #expect(sound[46_560...].allSatisfy { $0 == 0.25 })
  }
}
