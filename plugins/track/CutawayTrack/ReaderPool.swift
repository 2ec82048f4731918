import CutawayElementBridge
import CutawayMedia
import Synchronization

/// The open files of one track: the current one, the prepared one, and those that it left among the
/// idle readers.
final class ReaderPool: Sendable {
  private struct State {
    /// The current and the prepared readers.
    var active: [MediaReader] = []
    var isInterrupted = false
  }

  /// How long closing waits for all files together, in seconds; readers that hang end on their own
  /// later.
  private static let patience = 0.15

  private let idle: IdleReaders
  private let state = Mutex(State())

  init(idle: IdleReaders = .shared) { self.idle = idle }

  /// Returns a reader that delivers data from `start` on: an idle one of the same file, or a new
  /// one.
  func reader(for request: MediaReader.Request, from start: Int64) -> MediaReader {
    let found = idle.take(request)
    found?.seek(to: start)
    let reader = found ?? MediaReader(request, from: start)
    state.withLock { state in
      if state.isInterrupted { reader.interrupt() } else { reader.resume() }
      state.active.append(reader)
    }
    return reader
  }

  /// Takes a reader back, and keeps its file open if it is needed again.
  func release(_ reader: MediaReader, isWantedAgain: Bool) {
    state.withLock { $0.active.removeAll { $0 === reader } }
    if isWantedAgain, reader.isOfUseLater { idle.put(reader, of: self) } else { reader.close() }
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

  /// Passes the open files to another track, as idle readers.
  func handOver(to next: ReaderPool) {
    let active = state.withLock { state in
      defer { state.active = [] }
      return state.active
    }
    for reader in active + idle.takeAll(of: self) {
      if reader.isOfUseLater { idle.put(reader, of: next) } else { reader.close() }
    }
  }

  func close() {
    let active = state.withLock { state in
      defer { state.active = [] }
      return state.active
    }
    MediaReader.close(active + idle.takeAll(of: self), waiting: Self.patience)
  }
}

extension MediaReader {
  /// Whether it can be reused: a still delivers only one frame, and without seeking a reader only
  /// continues.
  fileprivate var isOfUseLater: Bool { !isStill && canSeek }
}
