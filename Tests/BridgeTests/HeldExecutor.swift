import Dispatch
import Synchronization

/// Keeps jobs until the test lets them run, as an executor that is busy.
final class HeldExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var runningCount = 0
    var isOpen = false
  }

  private let state = Mutex(State())

  var holdsJob: Bool { state.withLock { !$0.jobs.isEmpty } }
  /// Whether no job runs.
  var isIdle: Bool { state.withLock { $0.runningCount == 0 } }

  /// Runs the first job.
  func release() {
    let job = state.withLock { state -> UnownedJob? in
      if state.jobs.isEmpty { return nil }
      state.runningCount += 1
      return state.jobs.removeFirst()
    }
    if let job { run(job) }
  }

  /// Runs all jobs, also those that come later.
  func open() {
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      state.isOpen = true
      state.runningCount += state.jobs.count
      return state.jobs
    }
    for job in jobs { run(job) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isOpen = state.withLock { state in
      if state.isOpen { state.runningCount += 1 } else { state.jobs.append(job) }
      return state.isOpen
    }
    if isOpen { run(job) }
  }

  private func run(_ job: UnownedJob) {
    DispatchQueue.global().async {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.state.withLock { $0.runningCount -= 1 }
    }
  }
}
