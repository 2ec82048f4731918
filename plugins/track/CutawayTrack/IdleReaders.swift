import CutawayElementBridge
import Synchronization

/// The files of all tracks that are open without being played: not many, whatever the tracks' number
/// and length.
final class IdleReaders: Sendable {
  static let shared = IdleReaders(limit: 8)

  private struct Entry {
    let reader: MediaReader
    let owner: ObjectIdentifier
  }

  private let limit: Int
  /// The longest unused first.
  private let entries = Mutex<[Entry]>([])

  init(limit: Int) { self.limit = limit }

  /// Keeps a reader until it is taken, or until others have come after it.
  func put(_ reader: MediaReader, of owner: ReaderPool) {
    let surplus = entries.withLock { entries in
      entries.append(Entry(reader: reader, owner: ObjectIdentifier(owner)))
      let count = max(0, entries.count - limit)
      defer { entries.removeFirst(count) }
      return entries.prefix(count).map(\.reader)
    }
    for reader in surplus { reader.close() }
  }

  /// A reader of the same source, whoever has left it; those of files that have changed are closed.
  func take(_ request: MediaReader.Request) -> MediaReader? {
    let found = entries.withLock { entries in
      entries.lastIndex { $0.reader.request == request }.map { entries.remove(at: $0).reader }
    }
    guard let found, !found.isCurrent else { return found }
    found.close()
    return take(request)
  }

  /// All that one pool has left.
  func takeAll(of owner: ReaderPool) -> [MediaReader] {
    entries.withLock { entries in
      let isOwn = { (entry: Entry) in entry.owner == ObjectIdentifier(owner) }
      defer { entries.removeAll(where: isOwn) }
      return entries.filter(isOwn).map(\.reader)
    }
  }
}
