import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// Passes a frame on when the test lets it.
private struct Turnstile: VideoFilter {
  static let name = "testturnstile"
  static let summary = "Holds each frame until a test releases it"
  /// One for each test, because tests run side by side.
  static let gates = [Gate(), Gate()]

  @Property(in: 0...1, "The index of the gate") var gate = 0

  func apply(to frame: inout VideoFrame) { Self.gates[gate].pass() }

  final class Gate: Sendable {
    private let arrivals = Atomic(0)
    private let bell = DispatchSemaphore(value: 0)

    /// The number of frames that have arrived.
    var count: Int { arrivals.load(ordering: .relaxed) }

    func pass() {
      arrivals.add(1, ordering: .relaxed)
      bell.wait()
    }

    /// Passes a frame on.
    func release() { bell.signal() }
  }
}

private let plugin = Plugin(
  "standstilltest", "Elements of the tests of standstills", elements: .filter(Turnstile.self))

private let isRegistered = plugin.register()

/// Stalled pipelines end with an error.
///
/// Pipelines that wait for a reason do not. The time of the watchdog is that of a `ManualClock`. It passes
/// when a pipeline is where the test expects it, so that a slow machine delays the test but does not
/// change its result.
@Suite(.timeLimit(.minutes(5))) struct StandstillTests {
  /// The patience of a pipeline in seconds.
  private static let patience = Pipeline.patience / .seconds(1)

  private func graph(_ description: String) -> PipelineGraph {
    var graph = PipelineGraph()
    _ = graph.add(description: description, name: "all")
    return graph
  }

  /// Plays a pipeline, and lets time pass from a moment on.
  private func play(_ description: String, until isStalled: (Pipeline) -> Bool) async throws {
    let clock = ManualClock()
    try await withPipeline(graph(description), clock: clock) { pipeline in
      try pipeline.play()
      try await waitUntil("the pipeline is stalled") { isStalled(pipeline) }
      clock.run()
      try await pipeline.waitForEnd()
    }
  }

  /// Waits until a pipeline has reached a state.
  private func wait(for state: Event.State, of pipeline: Pipeline) async throws {
    for try await event in pipeline.events where event == .stateChanged(to: state) { return }
    Issue.record("the pipeline has ended before it was \(state)")
  }

  // Nothing can interrupt an element that sleeps, here for five minutes.
  @Test(
    "names the element in which a thread stays",
    arguments: [
      // The element waits for a mask on its other input.
      ("videotestsrc num-buffers=9 ! shapewipe name=culprit ! fakesink", "culprit"),
      (
        "videotestsrc num-buffers=9 ! identity name=culprit sleep-time=300000000 ! fakesink",
        "culprit"
      ),
      // Nothing delivers data to it.
      ("appsrc name=culprit ! identity ! queue ! fakesink", "culprit"),
      // The mixer and the queues wait for one of two branches.
      (
        """
        videotestsrc num-buffers=99 ! queue ! mixer. videotestsrc num-buffers=99 ! queue \
        ! shapewipe name=culprit ! mixer. compositor name=mixer ! queue ! fakesink
        """, "culprit"
      ),
      // The other branch waits for the splitter.
      (
        """
        videotestsrc num-buffers=99 ! tee name=split split. ! queue max-size-buffers=1 ! fakesink \
        split. ! identity name=culprit sleep-time=300000000 ! fakesink
        """, "culprit"
      ),
    ])
  func standstill(description: String, culprit: String) async throws {
    let error = await #expect(throws: PipelineError.self) {
      try await play(description) { $0.stuckElement == culprit }
    }
    #expect(error?.code == .timedOut)
    #expect(error?.element == culprit)
    // Sources have three times the patience.
    let seconds = Int(Self.patience) * (description.hasPrefix("appsrc") ? 3 : 1)
    let start = "no data has moved for \(seconds) s; the stream is stalled at "
    #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
  }

  @Test("an error states where the stream stopped")
  func position() async throws {
    // The element blocks at its first frame; the source delivers until the queue is full. The element
    // holds frame 0, the queue holds four, and the sixth waits for space.
    let sixth = MediaTime(1, over: 2)
    let error = await #expect(throws: PipelineError.self) {
      try await play(
        """
        videotestsrc num-buffers=99 ! video/x-raw,framerate=10/1 \
        ! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0 \
        ! identity name=culprit sleep-time=300000000 ! fakesink
        """
      ) { $0.sourcePosition == sixth }
    }
    #expect(error?.message.hasSuffix("the stream is stalled at 0.5 s") == true)
  }

  @Test("a seek in a pipeline with a stuck thread ends")
  func seek() async throws {
    let graph = graph(
      "videotestsrc num-buffers=99 ! identity name=culprit sleep-time=300000000 ! fakesink")
    let clock = ManualClock()
    let error = await #expect(throws: PipelineError.self) {
      try await withPipeline(graph, clock: clock) { pipeline in
        try pipeline.play()
        try await waitUntil("a thread stays in the element") {
          pipeline.stuckElement == "culprit"
        }
        clock.run()
        #expect(!pipeline.seek(to: MediaTime(1)))
        try await pipeline.waitForEnd()
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test("a pipeline that waits for a reason is not stalled")
  func waiting() async throws {
    // One frame every thousand seconds, synchronised to the clock.
    let graph = graph(
      "videotestsrc num-buffers=2 ! video/x-raw,framerate=1/1000 ! fakesink sync=true")
    let clock = ManualClock()
    try await withPipeline(graph, clock: clock) { pipeline in
      try pipeline.play()
      try await wait(for: .playing, of: pipeline)
      try await clock.pass(seconds: 5 * Self.patience)
    }
  }

  @Test("a pipeline with an encoder that delays all frames, which arrive slowly, is not stalled")
  func delaying() async throws {
    try #require(isRegistered)
    let graph = graph(
      """
      videotestsrc num-buffers=9 ! video/x-raw,framerate=5/1 ! testturnstile ! videoconvert \
      ! x264enc rc-lookahead=50 ! fakesink
      """)
    let clock = ManualClock(), gate = Turnstile.gates[0], before = gate.count
    try await withPipeline(graph, clock: clock) { pipeline in
      try pipeline.play()
      for frame in 1...9 {
        try await waitUntil("frame \(frame) arrives") { gate.count == before + frame }
        try await clock.pass(seconds: 0.9 * Self.patience)
        gate.release()
      }
      try await pipeline.waitForEnd()
    }
  }

  @Test("a pipeline that is paused or waits for its reader is not stalled")
  func paused() async throws {
    var graph = PipelineGraph()
    let source = graph.add("videotestsrc", name: "source", [.init("num-buffers", 20)])
    graph.link(
      source.restricted(to: "video/x-raw,format=GRAY8,width=16,height=16"),
      graph.add(
        "appsink", name: "sink", role: .output,
        [.init("max-buffers", 2), .init("sync", false)]))
    let clock = ManualClock()
    try await withPipeline(graph, clock: clock) { pipeline in
      let buffers = pipeline.buffers(from: .output)
      try pipeline.pause()
      try await wait(for: .paused, of: pipeline)
      try await clock.pass(seconds: 2 * Self.patience)
      try pipeline.play()
      try await wait(for: .playing, of: pipeline)
      try await clock.pass(seconds: 2 * Self.patience)
      var count = 0
      for await _ in buffers { count += 1 }
      #expect(count == 20)
      try await pipeline.waitForEnd()
      // It may also stay at its end.
      try await clock.pass(seconds: 2 * Self.patience)
      #expect(pipeline.position != nil)
    }
  }

  @Test("the reader of a pipe may pause")
  func pipe() async throws {
    let pipe = Pipe()
    let graph = graph(
      """
      videotestsrc num-buffers=99 ! video/x-raw,format=GRAY8,width=160,height=120 \
      ! fdsink name=sink fd=\(pipe.fileHandleForWriting.fileDescriptor)
      """)
    let clock = ManualClock()
    try await withPipeline(graph, clock: clock) { pipeline in
      pipeline.allowSinksToBlock()
      try pipeline.play()
      try await waitUntil("the pipe is full") { pipeline.stuckElement == "sink" }
      try await clock.pass(seconds: 5 * Self.patience)
      let reader = Task {
        try (0..<99).reduce(0) { sum, _ in
          sum + (try pipe.fileHandleForReading.read(upToCount: 19_200)?.count ?? 0)
        }
      }
      try await pipeline.waitForEnd()
      #expect(try await reader.value == 99 * 19_200)
    }
  }

  @Test("a reader whose task cannot run is not a stall")
  func lateReader() async throws {
    try #require(isRegistered)
    var graph = PipelineGraph()
    let source = graph.add("videotestsrc", name: "source", [.init("num-buffers", 4)])
    let turnstile = graph.add("testturnstile", name: "turnstile", [.init("gate", 1)])
    graph.link(
      source.restricted(to: "video/x-raw,format=BGRA,width=16,height=16"), turnstile)
    graph.link(
      turnstile,
      graph.add(
        "appsink", name: "sink", role: .output,
        [.init("max-buffers", 1), .init("sync", false)]))
    let clock = ManualClock(), executor = HeldExecutor()
    let gate = Turnstile.gates[1], before = gate.count
    try await withPipeline(graph, clock: clock) { pipeline in
      let buffers = pipeline.buffers(from: .output), count = Mutex(0)
      try pipeline.play()
      let reader = Task(executorPreference: executor) {
        for await _ in buffers { count.withLock { $0 += 1 } }
      }
      defer { executor.open() }
      for frame in 1...4 {
        // At first the task starts; later it has been woken by a buffer.
        try await letTimePass(clock, whileHeldBy: executor)
        // A reader that waits expects data, so no time passes until they arrive.
        try await waitUntil("frame \(frame) arrives") { gate.count == before + frame }
        gate.release()
      }
      try await letTimePass(clock, whileHeldBy: executor)
      executor.open()
      await reader.value
      #expect(count.withLock { $0 } == 4)
      try await pipeline.waitForEnd()
    }
  }

  /// Lets time pass while the reader could run, then lets it run until it waits again.
  private func letTimePass(_ clock: ManualClock, whileHeldBy executor: HeldExecutor) async throws {
    try await waitUntil("the reader could run") { executor.holdsJob }
    try await clock.pass(seconds: 2 * Self.patience)
    executor.release()
    try await waitUntil("the reader waits") { executor.isIdle }
  }
}
