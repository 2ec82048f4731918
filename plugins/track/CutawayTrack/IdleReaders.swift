import CutawayElementBridge
package import CutawayMedia
import Synchronization

/// The open files of all tracks that do not play, limited independently of the number of tracks.
package final class IdleReaders<Reader: SourceReader>: Sendable {
  private struct Entry {
    let reader: Reader
    let owner: ObjectIdentifier
  }

  private let limit: Int
  /// The entries, the least recently used first.
  private let entries = Mutex<[Entry]>([])

  /// Creates a store for at most `limit` open files.
  package init(limit: Int) { self.limit = limit }

  /// Stores a reader until it is taken, or until newer ones displace it.
  func put(_ reader: Reader, of owner: ReaderPool<Reader>) {
    let surplus = entries.withLock { entries in
      entries.append(Entry(reader: reader, owner: ObjectIdentifier(owner)))
      let count = max(0, entries.count - limit)
      defer { entries.removeFirst(count) }
      return entries.prefix(count).map(\.reader)
    }
    for reader in surplus { reader.close() }
  }

  /// Returns a reader of the same source, from any track, and closes readers of files that have
  /// changed.
  func take(_ request: MediaReader.Request) -> Reader? {
    let found = entries.withLock { entries in
      entries.lastIndex { $0.reader.request == request }.map { entries.remove(at: $0).reader }
    }
    guard let found, !found.isCurrent else { return found }
    found.close()
    return take(request)
  }

  /// Returns all readers of one pool.
  func takeAll(of owner: ReaderPool<Reader>) -> [Reader] {
    entries.withLock { entries in
      let isOwn = { (entry: Entry) in entry.owner == ObjectIdentifier(owner) }
      defer { entries.removeAll(where: isOwn) }
      return entries.filter(isOwn).map(\.reader)
    }
  }
}
