import CutawayDiagnostics
import CutawayGraph
import CutawayRuntime
import CutawayTime
import Dispatch
import Testing

/// Stalled pipelines end with an error.
///
/// Pipelines that wait for a reason do not.
@Suite(.timeLimit(.minutes(2))) struct StandstillTests {
  private static let patience = Duration.seconds(1)

  private func graph(_ description: String) -> PipelineGraph {
    var graph = PipelineGraph()
    _ = graph.add(description: description, name: "all")
    return graph
  }

  private func play(_ description: String) async throws {
    try await withPipeline(graph(description), patience: Self.patience) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
  }

  @Test(
    "names the element in which a thread stays",
    arguments: [
      // The element waits for a mask on its other input.
      ("videotestsrc num-buffers=9 ! shapewipe name=culprit ! fakesink", "culprit"),
      // The element sleeps, and nothing can interrupt it.
      (
        "videotestsrc num-buffers=9 ! identity name=culprit sleep-time=20000000 ! fakesink",
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
        split. ! identity name=culprit sleep-time=20000000 ! fakesink
        """, "culprit"
      ),
    ])
  func standstill(description: String, culprit: String) async throws {
    let error = await #expect(throws: PipelineError.self) { try await play(description) }
    #expect(error?.code == .timedOut)
    #expect(error?.element == culprit)
    // Sources have three times the patience.
    let seconds = description.hasPrefix("appsrc") ? 3 : 1
    let start = "no data has moved for \(seconds) s; the stream is stalled at "
    #expect(error?.message.hasPrefix(start) == true)
  }

  @Test("an error states where the stream stopped")
  func position() async throws {
    // The element blocks at its first frame; the source delivers until the queue is full.
    let error = await #expect(throws: PipelineError.self) {
      try await play(
        """
        videotestsrc num-buffers=99 ! video/x-raw,framerate=10/1 \
        ! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0 \
        ! identity name=culprit sleep-time=20000000 ! fakesink
        """)
    }
    // The element holds frame 0, the queue holds four, and the sixth waits for space.
    #expect(error?.message.hasSuffix("the stream is stalled at 0.5 s") == true)
  }

  @Test("a seek in a pipeline with a stuck thread ends")
  func seek() async throws {
    let graph = graph(
      "videotestsrc num-buffers=99 ! identity name=culprit sleep-time=20000000 ! fakesink")
    let error = await #expect(throws: PipelineError.self) {
      try await withPipeline(graph, patience: Self.patience) { pipeline in
        try pipeline.play()
        // The first frame has left the source.
        while pipeline.position == nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!pipeline.seek(to: MediaTime(1)))
        try await pipeline.waitForEnd()
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test(
    "a pipeline that waits for a reason is not stalled",
    arguments: [
      // One frame every two seconds, synchronised to the clock.
      "videotestsrc num-buffers=2 ! video/x-raw,framerate=1/2 ! fakesink sync=true",
      // An encoder that delays all frames, which arrive slowly.
      """
      videotestsrc num-buffers=9 ! video/x-raw,framerate=5/1 ! identity sync=true \
      ! x264enc rc-lookahead=50 ! fakesink
      """,
    ])
  func waiting(description: String) async throws { try await play(description) }

  @Test("a pipeline that is paused or waits for its reader is not stalled")
  func paused() async throws {
    var graph = PipelineGraph()
    let source = graph.add("videotestsrc", name: "source", [.init("num-buffers", 20)])
    graph.link(
      source.restricted(to: "video/x-raw,format=GRAY8,width=16,height=16"),
      graph.add(
        "appsink", name: "sink", role: .output,
        [.init("max-buffers", 2), .init("sync", false)]))
    try await withPipeline(graph, patience: Self.patience) { pipeline in
      let buffers = pipeline.buffers(from: .output)
      try pipeline.pause()
      try await Task.sleep(for: Self.patience * 2)
      try pipeline.play()
      try await Task.sleep(for: Self.patience * 2)
      var count = 0
      for await _ in buffers { count += 1 }
      #expect(count == 20)
      try await pipeline.waitForEnd()
      // It may also stay at its end.
      try await Task.sleep(for: Self.patience * 2)
      #expect(pipeline.position != nil)
    }
  }

  @Test("a reader whose task cannot run is not a stall")
  func lateReader() async throws {
    var graph = PipelineGraph()
    let source = graph.add("videotestsrc", name: "source", [.init("num-buffers", 4)])
    let pace = graph.add("identity", name: "pace", [.init("sync", true)])
    graph.link(
      source.restricted(to: "video/x-raw,format=GRAY8,width=16,height=16,framerate=5/1"), pace)
    graph.link(
      pace,
      graph.add(
        "appsink", name: "sink", role: .output,
        [.init("max-buffers", 1), .init("sync", false)]))
    try await withPipeline(graph, patience: Self.patience) { pipeline in
      let buffers = pipeline.buffers(from: .output)
      try pipeline.play()
      let count = await Task(executorPreference: LateExecutor(delay: 2.5)) {
        var count = 0
        for await _ in buffers { count += 1 }
        return count
      }.value
      #expect(count == 4)
      try await pipeline.waitForEnd()
    }
  }
}

/// Runs each job some time after it could run, as an executor that is busy.
private final class LateExecutor: TaskExecutor {
  private let delay: Double

  init(delay: Double) { self.delay = delay }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
