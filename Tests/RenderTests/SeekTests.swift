import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Seeks in compositions: a frame after a seek equals that of a render from the start.
@Suite(.serialized) struct SeekTests {
  private static let frame = MediaTime(1, over: 30)

  /// Six seconds: clips with different speeds dissolve into each other.
  private static func composition() async throws -> Composition {
    let media = [
      TestMedia(video: .init(frameCount: 120, keyFrameInterval: 60, clip: 24)),
      TestMedia(
        .mkv, video: .init(frameRate: .pal25, frameCount: 100, keyFrameInterval: 50, clip: 25)),
      TestMedia(video: .init(frameRate: .fps60, frameCount: 240, keyFrameInterval: 120, clip: 26)),
    ]
    var assets: [Asset] = []
    for (index, file) in media.enumerated() {
      assets.append(Asset(id: "\(index)", location: try await file.file().path))
    }
    func range(_ start: Int64, _ end: Int64) -> TimeRange {
      TimeRange(start: MediaTime(start, over: 10), end: MediaTime(end, over: 10))
    }
    func segment(_ asset: Int, _ source: TimeRange, _ target: TimeRange) -> Segment {
      Segment(target: target, media: .init(asset: "\(asset)", source: source))
    }
    let lower = try Track(
      id: "lower", mediaType: .video,
      segments: [
        segment(0, range(3, 23), range(0, 20)), Segment(target: range(20, 35)),
        segment(2, range(1, 36), range(35, 60)),
      ])
    let upper = try Track(
      id: "upper", mediaType: .video,
      segments: [Segment(target: range(0, 15)), segment(1, range(5, 25), range(15, 40))])
    func dissolve(_ start: Int64, _ end: Int64, from: Double, to: Double) throws -> Instruction {
      let opacity = try AnimatedValue<Double>(
        entries: [.ramp(.init(over: range(start, end), from: from, to: to))])
      return Instruction(
        range: range(start, end),
        layers: [Layer(track: "upper", opacity: opacity), Layer(track: "lower")])
    }
    return Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: frame),
      assets: assets, tracks: [lower, upper],
      instructions: [
        Instruction(range: range(0, 15), layers: [Layer(track: "lower")]),
        try dissolve(15, 20, from: 0, to: 1),
        Instruction(range: range(20, 35), layers: [Layer(track: "upper")]),
        try dissolve(35, 40, from: 1, to: 0),
        Instruction(range: range(40, 60), layers: [Layer(track: "lower")]),
      ])
  }

  private static func translation() async throws -> Translation {
    let composition = try await composition()
    let catalog = await MediaCatalog(of: composition)
    return try Translation(ResolvedComposition.knowing(composition, catalog.descriptions))
  }

  /// The number of seeks; a long run sets a higher number.
  private static let seekCount =
    ProcessInfo.processInfo.environment["CUTAWAY_SEEKS"].flatMap { Int($0) } ?? 60

  /// A time range in frames of the output.
  private func passage(_ frames: Range<Int>) -> Screening.Passage {
    Screening.Passage(
      from: Self.frame * frames.lowerBound,
      until: Self.frame * frames.upperBound)
  }

  @Test func `a frame after a seek equals that of a render from the start`() async throws {
    let translation = try await Self.translation()
    let linear = try await Rendering(translation).frames
    #expect(linear.count == 180)
    var random = SeededGenerator(seed: 2_026)
    try await Screening.show(translation) { screening in
      for round in 0..<Self.seekCount {
        let index = Int.random(in: 0..<linear.count, using: &random)
        let shown = try await screening.frames(passage(index..<index + 1))
        #expect(shown.count == 1, "seek \(round), frame \(index)")
        #expect(shown.first?.bytes == linear[index].bytes, "seek \(round), frame \(index)")
      }
    }
  }

  @Test func `a time range with a dissolve equals that of a render from the start`() async throws {
    let translation = try await Self.translation()
    let linear = try await Rendering(translation).frames
    try await Screening.show(translation) { screening in
      for (start, end) in [(100, 130), (40, 70), (55, 58), (170, 180), (0, 50)] {
        let shown = try await screening.frames(passage(start..<end))
        #expect(shown.map(\.bytes) == linear[start..<end].map(\.bytes), "\(start)..<\(end)")
      }
    }
  }

  @Test(arguments: [(0, 30), (40, 71), (95, 140), (150, 180)])
  func `backward playback of a time range has the same frames in reverse order`(
    start: Int, end: Int
  ) async throws {
    let translation = try await Self.translation()
    let linear = try await Rendering(translation).frames
    try await Screening.show(translation) { screening in
      let backward = Screening.Passage(
        from: Self.frame * end, until: Self.frame * start, rate: -1)
      let shown = try await screening.frames(backward)
      #expect(shown.map(\.bytes) == linear[start..<end].reversed().map(\.bytes))
    }
  }

  @Test(arguments: [2.0, 3, 8])
  func `fast forward skips frames of a composition`(rate: Double) async throws {
    let translation = try await Self.translation()
    let linear = try await Rendering(translation).frames
    try await Screening.show(translation) { screening in
      let fast = Screening.Passage(
        from: Self.frame * 30, until: Self.frame * 150, rate: rate, skips: true)
      let shown = try await screening.frames(fast)
      let expected = stride(from: 30, to: 150, by: Int(rate)).map { linear[$0] }
      #expect(shown.map(\.bytes) == expected.map(\.bytes))
    }
  }
}
