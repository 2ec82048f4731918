import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Pipelines that are repeatedly created, played, seeked and stopped.
@Suite(.serialized) struct LifeCycleTests {
  /// A long run sets a higher number, in its own process.
  private static let longRun =
    ProcessInfo.processInfo.environment["CUTAWAY_CYCLES"].flatMap { Int($0) }

  /// The point at which a pipeline is abandoned.
  private enum Moment: CaseIterable {
    case atOnce, playing, shown, sought, amidSeeks, amidSegments, atEnd
  }

  private func graph(in folder: TemporaryDirectory) async throws -> PipelineGraph {
    // Copies, so that no other test has them open.
    let media = TestMedia(
      video: .init(frameCount: 60, keyFrameInterval: 30, clip: 27), audio: .init())
    let file = try await media.file()
    let paths = try (0..<4).map { index in
      let copy = folder.file("clip\(index).mp4")
      try FileManager.default.copyItem(at: file, to: copy)
      return copy.path
    }
    func segments(_ order: [Int]) -> [Segment] {
      order.enumerated().map { place, asset in
        let target = TimeRange(
          start: MediaTime(Int64(place), over: 4), duration: MediaTime(1, over: 4))
        let source = TimeRange(
          start: MediaTime(Int64(place % 3), over: 5), duration: MediaTime(1, over: 4))
        return Segment(target: target, media: .init(asset: "\(asset)", source: source))
      }
    }
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)),
      assets: paths.enumerated().map { Asset(id: "\($0.offset)", location: $0.element) },
      tracks: [
        try Track(id: "v", mediaType: .video, segments: segments([0, 1, 2, 3, 0, 2, 1, 3])),
        try Track(id: "a", mediaType: .audio, segments: segments([3, 0, 1, 1, 2, 3, 0, 2])),
      ])
    let catalog = await MediaCatalog(of: composition)
    let resolved = try ResolvedComposition.knowing(composition, catalog.descriptions)
    return try Translation(resolved).graph(
      to: SinkOutput(videoSink: "fakesink sync=false", audioSink: "fakesink sync=false"))
  }

  private func run(_ graph: PipelineGraph, using random: inout SeededGenerator) async throws {
    let moment = Moment.allCases.randomElement(using: &random) ?? .atOnce
    let times = (0..<10).map { _ in MediaTime(Int64.random(in: 0..<60, using: &random), over: 30) }
    try registerElements()
    try await withPipeline(graph) { pipeline in
      var events = pipeline.events.makeAsyncIterator()
      func wait(for event: Event) async throws {
        while let next = try await events.next(isolation: #isolation), next != event {}
      }
      if moment == .atOnce { return }
      try pipeline.pause()
      if moment == .playing { return try pipeline.play() }
      try await wait(for: .asyncDone)
      switch moment {
      case .atOnce, .playing, .shown: break
      case .sought:
        pipeline.seek(to: times[0])
        try await wait(for: .asyncDone)
      case .amidSeeks:
        try pipeline.play()
        for time in times { pipeline.seek(to: time) }
      case .amidSegments:
        for time in times.prefix(4) {
          pipeline.seek(to: time)
          try await wait(for: .asyncDone)
        }
        try pipeline.play()
      case .atEnd:
        pipeline.seek(to: times[0])
        try pipeline.play()
        try await wait(for: .endOfStream)
      }
    }
  }

  @Test func `a pipeline that is stopped at any time leaves no open descriptor`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let graph = try await graph(in: folder)
    var random = SeededGenerator(seed: 1_821)
    // The first cycle creates permanent resources: registries and threads.
    try await run(graph, using: &random)
    let before = OpenFiles.targets.count
    for _ in 0..<(Self.longRun ?? 40) { try await run(graph, using: &random) }
    // Files are closed in the background. In a dedicated process, this applies to all descriptors.
    let isClosed = try await OpenFiles.settle { open in
      !open.contains { $0.contains(folder.url.path) }
        && (Self.longRun == nil || open.count <= before)
    }
    #expect(isClosed, "still open: \(OpenFiles.targets), before \(before)")
  }
}
