package import Dispatch

/// The clock of a wait for something that may hang.
///
/// A test passes a clock of its own, whose time passes when the test lets it pass.
package protocol WaitingClock: Sendable {
  /// The current time.
  var now: WaitingTime { get }

  /// The seconds for which threads of this process, which could have run, have waited for a processor, divided by the
  /// number of processors.
  ///
  /// A thread that ends takes its time with it, so the number may also fall. It takes long to read.
  var starved: Double { get }

  /// Waits for a number of seconds.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func sleep(seconds: Double) async throws

  /// Blocks the thread until a semaphore is signalled, for at most a number of seconds.
  ///
  /// - Returns: Whether the semaphore was signalled.
  func wait(for bell: DispatchSemaphore, seconds: Double) -> Bool
}

/// A time on a ``WaitingClock``, in seconds since an arbitrary start.
package struct WaitingTime: Sendable, Hashable {
  /// The time that has passed.
  package var passed: Double
  /// The processor time of this process, divided by the number of processors.
  package var busy: Double

  /// Creates a time.
  package init(passed: Double, busy: Double) {
    self.passed = passed
    self.busy = busy
  }
}

/// The clock of the system, which continues while the system sleeps.
package struct SystemClock: WaitingClock {
  private static let start = ContinuousClock.now

  /// Creates the clock.
  package init() {}

  /// The current time.
  package var now: WaitingTime {
    WaitingTime(
      passed: (ContinuousClock.now - Self.start) / .seconds(1),
      busy: CurrentProcess.processorTime / Double(CurrentProcess.processorCount))
  }

  /// The time for which threads of this process have waited for a processor, as Linux counts it (`schedstat`).
  package var starved: Double {
    let threads = FileSystem.names(in: "/proc/self/task")
    let nanoseconds = threads.reduce(0.0) { sum, thread in
      // A thread that has ended meanwhile has no file; a kernel without the counts has none at all.
      let bytes = try? OpenFile("/proc/self/task/\(thread)/schedstat", for: .reading).read(
        64, at: 0)
      let fields = String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ")
      return sum + (fields.count > 1 ? Double(fields[1]) ?? 0 : 0)
    }
    return nanoseconds / 1e9 / Double(CurrentProcess.processorCount)
  }

  /// Waits for a number of seconds.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func sleep(seconds: Double) async throws {
    try await Task.sleep(for: .seconds(seconds))
  }

  /// Blocks the thread until a semaphore is signalled, for at most a number of seconds.
  ///
  /// - Returns: Whether the semaphore was signalled.
  package func wait(for bell: DispatchSemaphore, seconds: Double) -> Bool {
    bell.wait(timeout: .now() + seconds) == .success
  }
}
