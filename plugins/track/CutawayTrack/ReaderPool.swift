import CutawayElementBridge
import Synchronization

/// The open files of one track: the one that plays, one that gets ready, and those among the idle ones
/// that it has left there.
final class ReaderPool: Sendable {
  private struct State {
    /// Readers that play or get ready.
    var active: [MediaReader] = []
    var isInterrupted = false
  }

  /// How long closing waits for all files together: those that hang end by themselves.
  private static let patience = 0.15

  private let idle: IdleReaders
  private let state = Mutex(State())

  init(idle: IdleReaders = .shared) { self.idle = idle }

  /// A reader that gives what is shown or heard from `start` on: an idle one of the same file, or
  /// one that opens it.
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

  /// Takes a reader back, and keeps its file open if it is wanted again.
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

  /// Leaves the open files to another track, as idle ones.
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
  /// A picture without a place in time comes once, and what cannot be sought goes on only where it is.
  fileprivate var isOfUseLater: Bool { !isStill && canSeek }
}
