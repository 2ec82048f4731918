import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Seeks in an audio track: each time range has the specified samples.
@Suite(.serialized) struct SoundSeekTests {
  private static let rate = 48_000
  private static let unit = MediaTime(1, over: Int64(rate))
  private static let kinds: [(TestMedia.Container, TestMedia.AudioCodec)] = [
    (.wav, .pcm), (.mkv, .flac),
  ]
  /// Clip, first sample of the source, samples of the target; between the last two is silence.
  private static let cuts: [(clip: Int, source: Int, target: Range<Int>)] = [
    (0, 12_345, 0..<70_001), (1, 4_800, 70_001..<130_000), (0, 99_999, 150_000..<240_000),
  ]

  private static func sample(_ position: Int) -> SIMD2<Float> {
    guard let cut = cuts.first(where: { $0.target.contains(position) }) else { return .zero }
    let value = IndexedSamples.sample(
      clip: cut.clip + 31, index: cut.source + position - cut.target.lowerBound)
    return SIMD2(Float(value.left), Float(value.right)) / 32_768
  }

  private func graph(
    writing path: String, reversed: Bool = false
  ) async throws -> PipelineGraph {
    var segments: [SourceSegment] = []
    for cut in Self.cuts {
      let kind = Self.kinds[cut.clip]
      let media = TestMedia(
        kind.0, video: nil,
        audio: .init(
          codec: kind.1, sound: .indexed, duration: MediaTime(8), clip: UInt8(cut.clip + 31)))
      let length = Self.unit * cut.target.count
      segments.append(
        SourceSegment(
          mapping: TimeMapping(
            source: TimeRange(start: Self.unit * cut.source, duration: length),
            target: TimeRange(start: Self.unit * cut.target.lowerBound, duration: length)),
          location: try await media.file().path))
    }
    var graph = PipelineGraph()
    let source = graph.add(
      "tracksrc", name: "track",
      [
        .init("media", "audio"),
        .init("segments", .shared(SharedSegments(segments))),
        .init("sample-rate", .int(Self.rate)), .init("reversed", .bool(reversed)),
      ])
    graph.link(source, graph.add("filesink", name: "sink", [.init("location", .string(path))]))
    return graph
  }

  @Test(arguments: 0..<2)
  func `a seek to any time range gives its samples, forwards and backwards`(seed: UInt64)
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("samples").path
    var random = SeededGenerator(seed: seed &* 3_571 &+ 11)
    try await Screening.show(graph(writing: path), writing: path, width: 0, height: 0) {
      screening in
      for _ in 0..<15 {
        let start = Int.random(in: 0..<239_000, using: &random)
        let end = Int.random(in: start + 1...min(start + 90_000, 240_000), using: &random)
        let isBackward = Bool.random(using: &random)
        let (first, last) = (Self.unit * start, Self.unit * end)
        let file = try await screening.play(
          isBackward
            ? .init(from: last, until: first, rate: -1) : .init(from: first, until: last))
        let sound = try rawSound(at: file, sampleRate: Self.rate, channels: 2)
        let heard =
          isBackward
          ? Self.blocks(of: sound).reversed().joined().map(\.self) : Self.frames(of: sound)
        #expect(
          heard == (start..<end).map(Self.sample),
          "\(start)..<\(end), \(isBackward ? "backwards" : "forwards"), \(seed)")
      }
    }
  }

  /// The runs of samples in ascending order: in GStreamer, the sink reverses the samples of a
  /// buffer.
  private static func blocks(of sound: RawAudio) -> [[SIMD2<Float>]] {
    var blocks: [[SIMD2<Float>]] = []
    var last: IndexedSamples?
    for frame in frames(of: sound) {
      let code = IndexedSamples(left: frame[0], right: frame[1])
      let goesOn =
        code == nil
        ? last == nil && !blocks.isEmpty
        : code?.clip == last?.clip && code.map { $0.index - 1 } == last?.index
      if goesOn { blocks[blocks.count - 1].append(frame) } else { blocks.append([frame]) }
      last = code
    }
    return blocks
  }

  private static func frames(of sound: RawAudio) -> [SIMD2<Float>] {
    (0..<sound.count).map { index in SIMD2(sound.channels[0][index], sound.channels[1][index]) }
  }

  @Test func `a reversed stream has ascending times and plays from its end`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("samples").path
    var random = SeededGenerator(seed: 4)
    let graph = try await graph(writing: path, reversed: true)
    try await Screening.show(graph, writing: path, width: 0, height: 0) { screening in
      for _ in 0..<6 {
        let start = Int.random(in: 0..<239_000, using: &random)
        let end = Int.random(in: start + 1...min(start + 90_000, 240_000), using: &random)
        let file = try await screening.play(
          .init(from: Self.unit * start, until: Self.unit * end))
        let sound = try rawSound(at: file, sampleRate: Self.rate, channels: 2)
        let expected = (start..<end).map { Self.sample(239_999 - $0) }
        #expect(Self.frames(of: sound) == expected, "\(start)..<\(end)")
      }
    }
  }
}
