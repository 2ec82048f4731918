import CCutawayGStreamer
import CutawayElementBridge
import Dispatch
import Glibc
import Synchronization

/// Threads that may block: for tasks that change the state of a pipeline, seek, open or sync files.
///
/// Swift's own pool has one thread for each core. Two state changes that wait for a stream stop every
/// other task of a process on two cores. Here a job that finds no idle thread gets a new one.
package final class BlockingThreads: TaskExecutor {
  /// The threads of this process, 256 at most.
  package static let shared = BlockingThreads(limit: 256)

  private struct State {
    /// The one that has worked last comes last, and is the next to work.
    var idle: [Worker] = []
    /// Jobs beyond the limit, in their order.
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
  /// How long a thread stays that has nothing to do.
  private static let patience = DispatchTimeInterval.seconds(5)

  package init(limit: Int) { self.limit = limit }

  /// Runs a job on an idle thread, on a new one, or after the jobs that wait.
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
    // The process may have no more threads: the job is done by the one that asks for it.
    context.release()
    state.withLock { $0.threadCount -= 1 }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// The job that has waited longest; `nil` where the worker is idle from now on.
  private func nextJob(for worker: Worker) -> UnownedJob? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(worker)
      return nil
    }
  }

  /// Lets an idle worker go.
  ///
  /// - Returns: False where a job is on its way to it.
  private func dismiss(_ worker: Worker) -> Bool {
    state.withLock { state in
      guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: index)
      state.threadCount -= 1
      return true
    }
  }

  /// A thread, and the job that it is to do.
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

    /// Works until there has been nothing to do for some time.
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

/// Runs `body`, and what it calls that belongs to no actor, on threads that may block.
///
/// - Throws: What `body` throws.
package func onBlockingThreads<Result, Failure>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await withTaskExecutorPreference(BlockingThreads.shared, operation: body)
}

/// Runs `body` on a thread that may block, wherever it is called.
///
/// - Throws: What `body` throws.
package nonisolated func onBlockingThread<Result: Sendable, Failure>(
  _ body: @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await withTaskExecutorPreference(BlockingThreads.shared) { () async throws(Failure) in
    try body()
  }
}

/// Runs `body` on a thread that may block, and waits for it for some time only, or until the task is
/// cancelled.
///
/// What is not waited for goes on until it ends by itself; its task is cancelled.
///
/// - Returns: `nil` where there was no result in time.
package nonisolated func onBlockingThread<Result: Sendable>(
  waiting patience: Duration, _ body: @escaping @Sendable () -> Result
) async -> Result? {
  let answer = FirstAnswer<Result?>()
  let work = Task(executorPreference: BlockingThreads.shared) { answer.give(body()) }
  let clock = Task {
    // Cancelled, it tells nobody anything.
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
