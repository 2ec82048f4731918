import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Seeks in a single track: each time range has the specified frames and samples.
@Suite(.serialized) struct TrackSeekTests {
  private static let frame = MediaTime(1, over: 30)
  /// Six seconds.
  private static let count = 180

  private static let clips: [TestMedia] = [
    TestMedia(video: .init(frameCount: 90, keyFrameInterval: 45, clip: 21)),
    TestMedia(
      .mkv, video: .init(frameRate: .pal25, frameCount: 75, keyFrameInterval: 75, clip: 22)),
    TestMedia(
      .mov, video: .init(frameRate: .fps60, frameCount: 180, keyFrameInterval: 60, clip: 23)),
  ]

  /// Clip, source start and end, target start and end, in frames of the output; the speed differs.
  private static let cuts: [(clip: Int, source: Range<Int>, target: Range<Int>)] = [
    (0, 10..<40, 0..<30), (1, 5..<35, 30..<60), (0, 40..<80, 60..<80), (2, 0..<20, 90..<130),
    (1, 30..<60, 130..<160), (1, 60..<70, 160..<170), (2, 50..<60, 170..<180),
  ]

  private static var segments: [SourceSegment] {
    get async throws {
      var segments: [SourceSegment] = []
      for cut in cuts {
        func range(_ frames: Range<Int>) -> TimeRange {
          TimeRange(start: frame * frames.lowerBound, end: frame * frames.upperBound)
        }
        segments.append(
          SourceSegment(
            mapping: TimeMapping(source: range(cut.source), target: range(cut.target)),
            location: try await clips[cut.clip].file().path))
      }
      return segments
    }
  }

  /// The contents of an output frame; `nil` for a gap.
  private static func code(of index: Int) -> FrameCode? {
    guard let cut = cuts.first(where: { $0.target.contains(index) }),
      let video = clips[cut.clip].video
    else { return nil }
    let speed = MediaTime(Int64(cut.source.count), over: Int64(cut.target.count))
    let time = frame * cut.source.lowerBound + frame * (index - cut.target.lowerBound) * speed
    let number = Int(time.floored(in: video.frameRate.frameDuration))
    return FrameCode(clip: video.clip, frame: UInt16(min(number, video.frameCount - 1)))
  }

  /// Lets `body` seek in the track, which plays as fast as possible or in real time.
  private func show<Result>(
    inRealTime: Bool = false, _ body: (inout Screening) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("frames").path
    var graph = PipelineGraph()
    let source = graph.add(
      "tracksrc", name: "track",
      [
        .init("segments", .shared(SharedSegments(try await Self.segments))),
        .init("frame-duration", .string("\(Self.frame)")),
      ])
    graph.link(
      source.restricted(to: "video/x-raw,format=I420"),
      // Unbuffered, because the file does not end with a turn of the loop.
      graph.add(
        "filesink", name: "sink",
        [
          .init("location", .string(path)), .init("buffer-mode", "unbuffered"),
          .init("sync", .bool(inRealTime)),
        ]))
    return try await Screening.show(graph, writing: path, width: 320, height: 180, body)
  }

  private func codes(
    _ screening: inout Screening, _ range: Range<Int>, rate: Double = 1, skips: Bool = false
  ) async throws -> [FrameCode?] {
    let (start, end) = (Self.frame * range.lowerBound, Self.frame * range.upperBound)
    let passage =
      rate < 0
      ? Screening.Passage(from: end, until: start, rate: rate, skips: skips)
      : Screening.Passage(from: start, until: end, rate: rate, skips: skips)
    return try await screening.frames(passage).map { $0.code() }
  }

  /// The contents of a list of output frames, without gaps.
  private func expected(_ frames: some Sequence<Int>) -> [FrameCode?] {
    frames.map { Self.code(of: $0) }.filter { $0 != nil }
  }

  @Test(arguments: 0..<3)
  func `a seek to any time range shows its frames, forwards and backwards`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed &* 6_151 &+ 7)
    try await show { screening in
      for _ in 0..<20 {
        let start = Int.random(in: 0..<Self.count - 1, using: &random)
        let end = Int.random(in: start + 1...min(start + 40, Self.count), using: &random)
        let isBackward = Bool.random(using: &random)
        let rate = (isBackward ? -1 : 1) * [0.5, 1, 2].randomElement(using: &random)!
        let shown = try await codes(&screening, start..<end, rate: rate)
        let frames = Array(start..<end)
        #expect(
          shown == expected(isBackward ? frames.reversed() : frames),
          "\(start)..<\(end) at rate \(rate), seed \(seed)")
      }
    }
  }

  @Test(arguments: [1.5, 2, 4, 7, -2, -3.5])
  func `fast forward may skip frames`(rate: Double) async throws {
    try await show { screening in
      let shown = try await codes(&screening, 3..<77, rate: rate, skips: true)
      let step = Int(abs(rate).rounded(.up))
      let forward = Array(stride(from: 3, to: 77, by: step))
      // The last frame is shown by itself, then the first of each group of frames.
      let groups = Array(stride(from: 76, to: 3, by: -step)) + [3]
      #expect(shown == expected(rate > 0 ? forward : groups))
    }
  }

  @Test func `stepping in both directions shows each frame`() async throws {
    try await show { screening in
      let forward = Array(60..<80) + Array(90..<100)
      for index in forward + forward.reversed() {
        let shown = try await codes(&screening, index..<index + 1)
        #expect(shown == [Self.code(of: index)])
      }
    }
  }

  @Test func `the last of a burst of seeks wins`() async throws {
    // In real time, so that no earlier seek reaches its end.
    try await show(inRealTime: true) { screening in
      for round in 0..<5 {
        for step in 0..<20 { screening.seek(.init(from: Self.frame * (step * 17 % 60))) }
        let index = 40 + round
        let shown = try await codes(&screening, index..<index + 1)
        #expect(shown == [Self.code(of: index)])
      }
    }
  }

  @Test func `each turn of a loop ends at its end`() async throws {
    try await show { screening in
      for _ in 0..<5 {
        let passage = Screening.Passage(
          from: Self.frame * 50, until: Self.frame * 70, loops: true)
        let shown = try await screening.frames(passage).map { $0.code() }
        #expect(shown == expected(50..<70))
      }
    }
  }

  @Test func `a seek past the end shows nothing, and a seek back works`() async throws {
    try await show { screening in
      let nothing = try await screening.frames(.init(from: Self.frame * 500))
      #expect(nothing.isEmpty)
      let shown = try await codes(&screening, 179..<180)
      #expect(shown == [Self.code(of: 179)])
    }
  }
}
