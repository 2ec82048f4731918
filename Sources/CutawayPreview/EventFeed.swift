import Synchronization

/// The state of a preview, and the listeners for its changes.
final class EventFeed: Sendable {
  private struct Listeners {
    var state: PreviewState
    var next = 0
    var continuations: [Int: AsyncStream<PreviewState>.Continuation] = [:]
  }

  private let listeners: Mutex<Listeners>

  /// The number of listeners above which the oldest one ends: other requests need connections, too.
  private static let limit = 32

  init(_ state: PreviewState) { listeners = Mutex(Listeners(state: state)) }

  var state: PreviewState { listeners.withLock { $0.state } }

  /// Changes the state, and notifies the listeners if it is different.
  func update(_ change: (inout PreviewState) -> Void) {
    listeners.withLock { listeners in
      let old = listeners.state
      change(&listeners.state)
      guard listeners.state != old else { return }
      for continuation in listeners.continuations.values { continuation.yield(listeners.state) }
    }
  }

  /// The current state and its changes; a slow reader receives only the newest one.
  func states() -> AsyncStream<PreviewState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PreviewState.self, bufferingPolicy: .bufferingNewest(1))
    let (number, oldest) = listeners.withLock { listeners in
      let number = listeners.next
      listeners.next += 1
      let oldest =
        listeners.continuations.count < Self.limit ? nil : listeners.continuations.keys.min()
      defer {
        listeners.continuations[number] = continuation
        continuation.yield(listeners.state)
      }
      return (number, oldest.flatMap { listeners.continuations.removeValue(forKey: $0) })
    }
    // It calls the code below.
    oldest?.finish()
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }
}
