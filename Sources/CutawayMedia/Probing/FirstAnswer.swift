import Synchronization

/// A value that one task awaits and several others may provide; the first one counts.
final class FirstAnswer<Value: Sendable>: Sendable {
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

  /// The value; it may be awaited once.
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
