import CutawaySystem
import Dispatch
import Synchronization
import TestSupport

/// A clock whose time passes when a test lets it pass.
final class ManualClock: WaitingClock {
  private struct State {
    var now = WaitingTime(passed: 0, busy: 0)
    var starved = 0.0
    /// The end of the sleep under way.
    var wakeTime: Double?
    var isRunning = false
  }

  private let state = Mutex(State())

  var now: WaitingTime { state.withLock { $0.now } }

  var starved: Double { state.withLock { $0.starved } }

  /// Adds to the time, and to the parts of it in which the process computes or waits for processors.
  func advance(seconds: Double, busy: Double = 0, starved: Double = 0) {
    state.withLock { state in
      state.now.passed += seconds
      state.now.busy += busy
      state.starved += starved
    }
  }

  /// Lets time pass in the steps in which one task sleeps, and waits until it sleeps again.
  ///
  /// - Throws: ``Overdue`` if the task no longer sleeps.
  func pass(seconds: Double) async throws {
    let end = now.passed + seconds
    while true {
      try await waitUntil("a task sleeps") {
        state.withLock { state in state.wakeTime.map { $0 > state.now.passed } == true }
      }
      let isOver = state.withLock { state in
        guard state.now.passed < end, let wakeTime = state.wakeTime else { return true }
        state.now.passed = wakeTime
        return false
      }
      if isOver { return }
    }
  }

  /// Ends each wait at once from now on: its time passes.
  func run() { state.withLock { $0.isRunning = true } }

  func sleep(seconds: Double) async throws {
    let wakeTime = state.withLock { state in
      let wakeTime = state.now.passed + seconds
      state.wakeTime = wakeTime
      return wakeTime
    }
    repeat { try await Task.sleep(for: .milliseconds(5)) } while !hasCome(wakeTime)
    state.withLock { $0.wakeTime = nil }
  }

  func wait(for bell: DispatchSemaphore, seconds: Double) -> Bool {
    let end = now.passed + seconds
    repeat {
      if bell.wait(timeout: .now() + .milliseconds(5)) == .success { return true }
    } while !hasCome(end)
    return false
  }

  /// Whether it is a time; a running clock goes there.
  private func hasCome(_ time: Double) -> Bool {
    state.withLock { state in
      if state.isRunning { state.now.passed = max(state.now.passed, time) }
      return state.now.passed >= time
    }
  }
}
