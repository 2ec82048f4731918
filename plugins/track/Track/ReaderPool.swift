import ElementKit
import GStreamerBridge
import Synchronization

/// The open files of one track: the one that plays, one that gets ready, and a few that may be needed
/// again soon.
final class ReaderPool: Sendable {
  private struct State {
    /// Readers that play or get ready.
    var active: [MediaReader] = []
    /// Readers that wait, the longest unused first.
    var idle: [MediaReader] = []
    var isInterrupted = false
  }

  /// How many files stay open without being played.
  private static let idleLimit = 2

  private let state = Mutex(State())

  /// A reader that gives what is shown or heard from `start` on: an idle one of the same file, or
  /// one that opens it.
  func reader(for request: MediaReader.Request, from start: Int64) -> MediaReader {
    state.withLock { state in
      let reader: MediaReader
      if let index = state.idle.lastIndex(where: { $0.request == request }) {
        reader = state.idle.remove(at: index)
        reader.seek(to: start)
      } else {
        reader = MediaReader(request, from: start)
      }
      if state.isInterrupted { reader.interrupt() }
      state.active.append(reader)
      return reader
    }
  }

  /// Takes a reader back, to be used again.
  func release(_ reader: MediaReader) {
    let surplus = state.withLock { state -> [MediaReader] in
      state.active.removeAll { $0 === reader }
      state.idle.append(reader)
      let count = max(0, state.idle.count - Self.idleLimit)
      defer { state.idle.removeFirst(count) }
      return Array(state.idle.prefix(count))
    }
    for reader in surplus { reader.close(waiting: false) }
  }

  /// Takes a reader back that has failed.
  func discard(_ reader: MediaReader) {
    state.withLock { $0.active.removeAll { $0 === reader } }
    reader.close(waiting: false)
  }

  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for reader in state.active { reader.interrupt() }
    }
  }

  func resume() {
    state.withLock { state in
      state.isInterrupted = false
      for reader in state.active { reader.resume() }
    }
  }

  func close() {
    let all = state.withLock { state in
      defer { state = State(isInterrupted: state.isInterrupted) }
      return state.active + state.idle
    }
    for reader in all { reader.close(waiting: true) }
  }
}
