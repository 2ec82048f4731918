import Synchronization

/// Messages in the order they were sent, until someone takes them.
///
/// An `AsyncStream` ends for good with the first task that iterates it and is cancelled; what this
/// holds outlives those who wait for it.
final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var bell: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  func send(_ message: Message) {
    state.withLock { state in
      state.messages.append(message)
      state.bell?.yield()
    }
  }

  /// The oldest message.
  func take() -> Message? {
    state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
  }

  /// Rings when there are messages; only the newest of such streams does.
  func arrivals() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { bell in
      state.withLock { state in
        state.bell?.finish()
        state.bell = bell
        if !state.messages.isEmpty { bell.yield() }
      }
    }
  }
}
