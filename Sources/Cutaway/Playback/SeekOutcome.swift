import Synchronization

/// Whether a seek showed its frame: determined once, and awaited by the caller of the seek.
final class SeekOutcome: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Bool, Never>)
    case determined(Bool)
  }

  private let state = Mutex(State.open)

  /// Determines the outcome, unless it is already determined.
  func finish(_ isShown: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard case .awaited(let continuation) = state else {
        if case .open = state { state = .determined(isShown) }
        return nil
      }
      state = .determined(isShown)
      return continuation
    }
    waiting?.resume(returning: isShown)
  }

  /// The outcome; `false` if the task is cancelled first.
  func value() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Bool? in
          if case .determined(let isShown) = state { return isShown }
          state = .awaited(continuation)
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      finish(false)
    }
  }
}
