import Synchronization

/// A first-in, first-out queue of messages that outlives its readers.
///
/// An `AsyncStream` would end for good when a task that iterates it is cancelled.
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

  /// Removes and returns the oldest message; `nil` if there is none.
  func take() -> Message? {
    state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
  }

  /// A stream that yields when messages arrive; only the newest such stream does.
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
