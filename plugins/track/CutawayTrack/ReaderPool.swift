import CutawayElementBridge
package import CutawayMedia
import Synchronization

/// The open files of one track: the current one, the prepared one, and those that it left among the
/// idle readers.
package final class ReaderPool<Reader: SourceReader>: Sendable {
  /// Opens a source; the reader delivers data from a time in nanoseconds on.
  package typealias Opening = @Sendable (MediaReader.Request, _ start: Int64) -> Reader
  /// Finds the frames of a source in the index; `nil` if there are none.
  package typealias Indexing = @Sendable (MediaReader.Request) -> MediaIndex.Picture?

  private struct State {
    /// The current and the prepared readers.
    var active: [Reader] = []
    var isInterrupted = false
  }

  /// How long closing waits for all files together, in seconds; readers that hang end on their own
  /// later.
  private static var patience: Double { 0.15 }

  private let idle: IdleReaders<Reader>
  private let open: Opening
  private let index: Indexing
  private let state = Mutex(State())

  /// Creates a pool without open files, which shares the readers that do not play.
  package init(
    idle: IdleReaders<Reader>, index: @escaping Indexing, open: @escaping Opening
  ) {
    self.idle = idle
    self.index = index
    self.open = open
  }

  /// The frames of a source by the index; `nil` if there is none.
  func picture(of request: MediaReader.Request) -> MediaIndex.Picture? { index(request) }

  /// Returns a reader that delivers data from `start` on: an idle one of the same file, or a new
  /// one.
  func reader(for request: MediaReader.Request, from start: Int64) -> Reader {
    let found = idle.take(request)
    trackLog.log(
      .info, "\(found == nil ? "opens" : "seeks in") \(request.source) at \(start) ns")
    found?.seek(to: start)
    let reader = found ?? open(request, start)
    state.withLock { state in
      if state.isInterrupted { reader.interrupt() } else { reader.resume() }
      state.active.append(reader)
    }
    return reader
  }

  /// Takes a reader back, and keeps its file open if it is needed again.
  func release(_ reader: Reader, isWantedAgain: Bool) {
    state.withLock { $0.active.removeAll { $0 === reader } }
    trackLog.log(
      .info, "\(isWantedAgain ? "puts aside" : "closes") \(reader.request.source)")
    if isWantedAgain, reader.isOfUseLater { idle.put(reader, of: self) } else { reader.close() }
  }

  /// Ends the waits of all readers, from any thread.
  package func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for reader in state.active { reader.interrupt() }
    }
  }

  /// Ends the effect of ``interrupt()``.
  package func resume() {
    state.withLock { state in
      state.isInterrupted = false
      for reader in state.active { reader.resume() }
    }
  }

  /// Passes the open files to another track, as idle readers.
  package func handOver(to next: ReaderPool) {
    let active = state.withLock { state in
      defer { state.active = [] }
      return state.active
    }
    for reader in active + idle.takeAll(of: self) {
      if reader.isOfUseLater { idle.put(reader, of: next) } else { reader.close() }
    }
  }

  /// Closes all files of the track.
  package func close() {
    let active = state.withLock { state in
      defer { state.active = [] }
      return state.active
    }
    Reader.close(active + idle.takeAll(of: self), waiting: Self.patience)
  }
}

extension ReaderPool where Reader == MediaReader {
  /// Creates a pool of media files, which shares the readers that do not play with all tracks.
  convenience init() {
    self.init(idle: idleReaders, index: { MediaIndex.picture(of: $0) }) {
      MediaReader($0, from: $1)
    }
  }
}

/// The debug category of the element.
private let trackLog = DebugCategory(TrackSource.name, TrackSource.summary)

private let idleReaders = IdleReaders<MediaReader>(limit: 8)

extension SourceReader {
  /// Whether it can be reused: a still delivers only one frame, and without seeking a reader only
  /// continues.
  fileprivate var isOfUseLater: Bool { !isStill && canSeek }
}
