import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Paints every pixel with its level, and counts its instances.
private struct CountedPaint: StatefulVideoFilter {
  static let name = "testcountedpaint"
  static let summary = "Paints frames with one level, and is counted"

  @Property(in: 0...255, "The level") var level = 7

  final class State: Sendable {
    static let living = Mutex((now: 0, most: 0, ever: 0))

    init() {
      Self.living.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.ever + 1) }
    }

    deinit { Self.living.withLock { $0.now -= 1 } }
  }

  func makeState(for format: VideoFormat) throws(ElementError) -> State { State() }

  func apply(to frame: inout VideoFrame, state: inout State) throws(ElementError) {
    let pixel = Pixel(repeating: UInt8(level))
    frame.mapPixels { _, _, _ in pixel }
  }
}

/// One chain per third of a second; a number `n` is a chain that paints that level.
private struct Selector: ChainSelector {
  static let name = "testselector"
  static let summary = "Puts chains between its pads, each for a third of a second"
  static let caps = "video/x-raw"

  @Property("Chains with semicolons between") var chains = ""

  func makePlan() throws(ElementError) -> [ChainSpan] {
    if chains.hasPrefix("!") { throw ElementError("not a plan") }
    return chains.split(separator: ";", omittingEmptySubsequences: false).enumerated().compactMap {
      let start = Int64($0.offset) * 1_000_000_000 / 3
      let end = Int64($0.offset + 1) * 1_000_000_000 / 3
      if $0.element.isEmpty { return nil }
      let chain = Int($0.element).map { "testcountedpaint level=\($0)" } ?? String($0.element)
      return ChainSpan(range: start..<end, chain: chain)
    }
  }
}

private let plugin = Plugin(
  "chaintest", "Elements of the tests of chains", elements: .filter(CountedPaint.self),
  .chainSelector(Selector.self))

private let isRegistered = plugin.register()

/// Each test counts the same elements.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ChainSelectorTests {
  init() throws { try #require(isRegistered) }

  private static let frameSize = 16 * 16 * 4

  /// The levels of the frames that a selector outputs: 30 per second, black without a chain.
  private func levels(
    _ chains: String, seconds: Int = 1,
    _ prepare: (Pipeline) async throws -> Void = { _ in }
  ) async throws -> [Int] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("frames").path
    var graph = PipelineGraph()
    _ = graph.add(
      description: """
        videotestsrc pattern=black ! \
        video/x-raw,format=BGRA,width=16,height=16,framerate=30/1 ! \
        testselector name=selector chains=\"\(chains)\" ! \
        filesink location=\(path)
        """, name: "line")
    try await withPipeline(graph) { pipeline in
      try pipeline.pause()
      try await prepare(pipeline)
      pipeline.seek(to: .zero, until: MediaTime(Int64(seconds)))
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return stride(from: 0, to: bytes.count, by: Self.frameSize).map { Int(bytes[$0]) }
  }

  private func thirds(_ levels: [Int]) -> [Int] {
    levels.flatMap { Array(repeating: $0, count: 10) }
  }

  @Test func `each frame passes the chain for its time`() async throws {
    #expect(try await levels("10;20;30") == thirds([10, 20, 30]))
    #expect(try await levels(";20;;40", seconds: 2) == thirds([0, 20, 0, 40, 0, 0]))
    #expect(try await levels("") == thirds([0, 0, 0]))
  }

  @Test func `at most two of all chains exist at a time`() async throws {
    CountedPaint.State.living.withLock { $0 = (0, 0, 0) }
    let goal = (0..<90).map { $0 % 200 + 1 }
    let made = try await levels(goal.map(String.init).joined(separator: ";"), seconds: 30)
    #expect(made == thirds(goal))
    let living = CountedPaint.State.living.withLock { $0 }
    #expect(living.now == 0)
    #expect(living.ever == 90)
    #expect((1...2).contains(living.most))
  }

  @Test(arguments: ["queue ! testcountedpaint level=10", "testcountedpaint level=10 ! queue"])
  func `frames that a chain delays precede those of the next chain`(chain: String) async throws {
    #expect(try await levels("\(chain);20;\(chain)") == thirds([10, 20, 10]))
  }

  @Test func `a flush ends the wait for delayed frames`() async throws {
    // The sink after the queue stays paused, so that the queue does not become empty.
    let made = try await levels("queue ! testcountedpaint level=10;20;30") { pipeline in
      for round in 0..<20 {
        pipeline.seek(to: .zero)
        // Any moment is right; usually a frame of the second chain waits by then.
        if round % 2 == 0 { try await Task.sleep(for: .milliseconds(20)) }
      }
    }
    #expect(made == thirds([10, 20, 30]))
  }

  @Test func `a stop ends the wait for delayed frames`() async throws {
    struct Stop: Error {}
    for _ in 0..<10 {
      await #expect(throws: Stop.self) {
        _ = try await levels("queue ! testcountedpaint level=10;20;30") { _ in
          try await Task.sleep(for: .milliseconds(20))
          throw Stop()
        }
      }
    }
  }

  @Test func `a new plan takes effect with the next frame`() async throws {
    let made = try await levels("10;20;30") { pipeline in
      pipeline.apply([.init(element: "selector", property: "chains", value: "40;20;50")])
    }
    #expect(made == thirds([40, 20, 50]))
  }

  @Test(arguments: [
    ("10;nosuchelement", "nosuchelement"), ("10;;testcountedpaint nosuch=1", "nosuch"),
    ("!", "not a plan"),
  ])
  func `an invalid chain is an error before playback`(
    chains: String, part: String
  ) async throws {
    let error = await #expect(throws: PipelineError.self) { _ = try await levels(chains) }
    #expect(error?.message.contains(part) == true)
  }

  @Test func `a chain without both an input and an output is an error`() async throws {
    let error = await #expect(throws: PipelineError.self) { _ = try await levels("10;fakesink") }
    #expect(error?.message.contains("one input and one output") == true)
  }

  @Test func `an error in a chain is an error of the pipeline`() async throws {
    let error = await #expect(throws: PipelineError.self) {
      _ = try await levels("10;identity name=broken error-after=3;20")
    }
    #expect(error?.element == "broken")
  }
}
