import CCutawayGStreamer
import CutawayElementBridge
import Dispatch
import Glibc
import Synchronization

/// Threads that may block, for tasks that change the state of a pipeline, seek, open or sync files.
///
/// Swift's own pool has one thread per core. On two cores, two state changes that wait for a stream
/// block every other task of the process. Here, a job that finds no idle thread gets a new one.
package final class BlockingThreads: TaskExecutor {
  /// The threads of this process, 256 at most.
  package static let shared = BlockingThreads(limit: 256)

  private struct State {
    /// The idle workers.
    ///
    /// The last one worked last, and is the next to work.
    var idle: [Worker] = []
    /// Queued jobs beyond the limit, in order.
    var waiting: [UnownedJob] = []
    var threadCount = 0
  }

  private enum Hire {
    case worker(Worker)
    case newThread
    case none
  }

  private let state = Mutex(State())
  private let limit: Int
  /// The time after which an idle thread ends.
  private static let patience = DispatchTimeInterval.seconds(5)

  package init(limit: Int) { self.limit = limit }

  /// Runs a job on an idle thread, on a new one, or after the queued jobs.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let hire = state.withLock { state -> Hire in
      if let worker = state.idle.popLast() { return .worker(worker) }
      if state.threadCount < limit {
        state.threadCount += 1
        return .newThread
      }
      state.waiting.append(job)
      return .none
    }
    switch hire {
    case .worker(let worker): worker.wake(for: job)
    case .newThread: start(job)
    case .none: break
    }
  }

  private func start(_ job: UnownedJob) {
    let worker = Worker(job, of: self)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(worker)
    let status = pthread_create(
      &thread, &attributes,
      { context in
        Unmanaged<Worker>.fromOpaque(context!).takeRetainedValue().work()
        return nil
      }, context.toOpaque())
    if status == 0 { return }
    // The process may have no more threads. Then the calling thread runs the job.
    context.release()
    state.withLock { $0.threadCount -= 1 }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// The first queued job; `nil` if there is none and the worker becomes idle.
  private func nextJob(for worker: Worker) -> UnownedJob? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(worker)
      return nil
    }
  }

  /// Ends an idle worker.
  ///
  /// - Returns: False if a job has just been assigned to it.
  private func dismiss(_ worker: Worker) -> Bool {
    state.withLock { state in
      guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: index)
      state.threadCount -= 1
      return true
    }
  }

  /// A thread and its next job.
  private final class Worker: Sendable {
    private let owner: BlockingThreads
    private let job: Mutex<UnownedJob?>
    private let bell = DispatchSemaphore(value: 0)

    package init(_ job: UnownedJob, of owner: BlockingThreads) {
      self.owner = owner
      self.job = Mutex(job)
    }

    func wake(for job: UnownedJob) {
      self.job.withLock { $0 = job }
      bell.signal()
    }

    /// Runs jobs until there has been none for some time.
    func work() {
      while let job = takeJob() {
        job.runSynchronously(on: owner.asUnownedTaskExecutor())
        if let next = owner.nextJob(for: self) { self.job.withLock { $0 = next } }
      }
    }

    private func takeJob() -> UnownedJob? {
      while true {
        let found = job.withLock { job in
          defer { job = nil }
          return job
        }
        if let found { return found }
        if bell.wait(timeout: .now() + BlockingThreads.patience) == .timedOut, owner.dismiss(self) {
          return nil
        }
      }
    }
  }
}

/// Runs `body`, and the nonisolated code that it calls, on threads that may block.
///
/// - Throws: The error of `body`.
package func onBlockingThreads<Result, Failure>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await withTaskExecutorPreference(BlockingThreads.shared, operation: body)
}

/// Runs `body` on a thread that may block, from any context.
///
/// - Throws: The error of `body`.
package nonisolated func onBlockingThread<Result: Sendable, Failure>(
  _ body: @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await withTaskExecutorPreference(BlockingThreads.shared) { () async throws(Failure) in
    try body()
  }
}

/// Runs `body` on a thread that may block, and waits for it for a limited time, or until the task
/// is cancelled.
///
/// After the wait, `body` continues until it ends by itself; its task is cancelled.
///
/// - Returns: The result; `nil` if there was none in time.
package nonisolated func onBlockingThread<Result: Sendable>(
  waiting patience: Duration, _ body: @escaping @Sendable () -> Result
) async -> Result? {
  let answer = FirstAnswer<Result?>()
  let work = Task(executorPreference: BlockingThreads.shared) { answer.give(body()) }
  let clock = Task {
    // After a cancellation, nothing waits for the result.
    guard (try? await Task.sleep(for: patience)) != nil else { return }
    answer.give(nil)
  }
  defer {
    work.cancel()
    clock.cancel()
  }
  return await withTaskCancellationHandler {
    await answer.value
  } onCancel: {
    answer.give(nil)
  }
}
