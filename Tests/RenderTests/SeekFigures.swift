import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Measures seeks for `scripts/bench-long`, which provides two files.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["CUTAWAY_BENCH_FILMS"] != nil,
    "a measurement of scripts/bench-long"))
struct SeekFigures {
  private static let frame = MediaTime(1, over: 30)

  /// Twenty seconds of two files with a dissolve to the second, and back at another speed.
  private func resolved() async throws -> ResolvedComposition {
    let films = ProcessInfo.processInfo.environment["CUTAWAY_BENCH_FILMS"] ?? ""
    let assets = films.split(separator: ":").enumerated().map {
      Asset(id: "\($0.offset)", location: String($0.element))
    }
    func range(_ start: Int64, _ end: Int64) -> TimeRange {
      TimeRange(start: MediaTime(start), end: MediaTime(end))
    }
    let opacity = try AnimatedValue<Double>(entries: [
      .ramp(.init(over: range(8, 10), from: 0, to: 1)),
      .ramp(.init(over: range(14, 16), from: 1, to: 0)),
    ])
    let composition = Composition(
      render: RenderSettings(frameDuration: Self.frame), assets: assets,
      tracks: [
        try Track(
          id: "lower", mediaType: .video,
          segments: [
            Segment(target: range(0, 10), media: .init(asset: "0", source: range(3, 13))),
            Segment(target: range(10, 14)),
            Segment(target: range(14, 20), media: .init(asset: "0", source: range(5, 14))),
          ]),
        try Track(
          id: "upper", mediaType: .video,
          segments: [
            Segment(target: range(0, 8)),
            Segment(target: range(8, 16), media: .init(asset: "1", source: range(2, 10))),
          ]),
      ],
      instructions: [
        Instruction(
          range: range(0, 20),
          layers: [Layer(track: "upper", opacity: opacity), Layer(track: "lower")])
      ])
    let catalog = await MediaCatalog(of: composition)
    return try ResolvedComposition.knowing(composition, catalog.descriptions)
  }

  @Test func `measures seeks and steps`() async throws {
    let output = SinkOutput(
      videoSink: "video/x-raw,format=I420 ! fakesink sync=false", audioSink: nil)
    let graph = try await Translation(resolved()).graph(to: output)
    try registerElements()
    try await withPipeline(graph) { pipeline in
      var events = pipeline.events.makeAsyncIterator()
      func settle() async throws {
        while let event = try await events.next(isolation: #isolation), event != .asyncDone {}
      }
      func seek(to index: Int) async throws -> Double {
        let start = ContinuousClock.now
        pipeline.seek(to: Self.frame * index)
        try await settle()
        return (ContinuousClock.now - start) / .milliseconds(1)
      }
      try pipeline.pause()
      try await settle()
      var random = SeededGenerator(seed: 7)
      var seeks: [Double] = [], forward: [Double] = [], back: [Double] = []
      for _ in 0..<100 { seeks.append(try await seek(to: Int.random(in: 0..<600, using: &random))) }
      for start in [100, 250, 430] {
        _ = try await seek(to: start)
        for step in 1...50 { forward.append(try await seek(to: start + step)) }
        for step in 1...50 { back.append(try await seek(to: start + 50 - step)) }
      }
      for (name, times) in [("seek", seeks), ("forward", forward), ("back", back)] {
        report(name, times)
      }
    }
  }

  @Test func `measures seeks with a tolerance of a second`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = PlayerStudio().player(try await resolved(), in: folder) { $0.isPaused = true }
    let run = Task { try await player.run() }
    defer { player.stop() }
    var random = SeededGenerator(seed: 7), times: [Double] = []
    await player.seek(to: .zero)
    for _ in 0..<100 {
      let goal = Self.frame * Int.random(in: 0..<600, using: &random)
      let start = ContinuousClock.now
      await player.seek(to: goal, toleranceBefore: MediaTime(1), toleranceAfter: MediaTime(1))
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    report("tolerant", times)
    player.stop()
    try await run.value
  }

  private func report(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    print("\(name) \(sorted[sorted.count / 2]) \(sorted[sorted.count * 9 / 10])")
  }
}
