import Composition
import Synchronization

/// What one thread finds out and a task waits for; what comes first counts.
final class Answer: Sendable {
  typealias Value = Result<MediaDescription, PipelineError>

  private struct State {
    var value: Value?
    var waiting: CheckedContinuation<Value, Never>?
  }

  private let state = Mutex(State())

  func give(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      if state.value != nil { return nil }
      state.value = value
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: value)
  }

  /// Awaited once.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Value? in
          if state.value == nil { state.waiting = continuation }
          return state.value
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
