package import Dispatch
import Glibc
import Synchronization

/// Reports changes in folders, with inotify.
package final class FolderWatch: Sendable {
  /// A folder that is watched.
  package struct ID: Sendable, Hashable {
    fileprivate let number: Int32
  }

  /// A change in a folder.
  package enum Change: Sendable {
    /// A file was written and closed, or renamed to this name.
    case finished(ID, name: String)
    /// A file was created, removed, or renamed to another name.
    case underWay(ID, name: String)
    /// The kernel dropped changes, which may concern any folder.
    case unknown
  }

  // Negative if this process has too many files open. Then no folder can be added.
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  private let source = Mutex<(any DispatchSourceRead)?>(nil)

  /// Creates a watch of no folder, which reports changes after one call of ``start(on:_:)``.
  package init() {}

  /// Starts to report changes.
  ///
  /// - Parameters:
  ///   - queue: Where `receive` is called.
  ///   - receive: Called with the changes since the last call, in order.
  package func start(
    on queue: DispatchQueue, _ receive: @escaping @Sendable ([Change]) -> Void
  ) {
    if descriptor < 0 { return }
    source.withLock { [descriptor] source in
      let made = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      made.setEventHandler { receive(changes(from: descriptor)) }
      made.setCancelHandler { close(descriptor) }
      made.resume()
      source = made
    }
  }

  deinit {
    source.withLock { source in
      // The source still reads the descriptor, and closes it when it is cancelled.
      if let source { source.cancel() } else { close(descriptor) }
    }
  }

  /// Watches a folder; the same folder has the same identifier.
  ///
  /// - Returns: `nil` if there is no such folder.
  package func add(_ folder: String) -> ID? {
    let events = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR)
    // The system copies the path.
    let number = unsafe inotify_add_watch(descriptor, folder, events)
    return number < 0 ? nil : ID(number: number)
  }

  /// Ends the watch of a folder.
  package func remove(_ id: ID) { inotify_rm_watch(descriptor, id.number) }
}

/// Reads all of the kernel's records.
private func changes(from descriptor: Int32) -> [FolderWatch.Change] {
  var changes: [FolderWatch.Change] = []
  // A failed read has no records, either.
  while let bytes = try? readSome(16_384, from: descriptor), !bytes.isEmpty {
    changes += records(in: bytes[...])
  }
  return changes
}

/// A record has a watch, a mask, a cookie and the length of the following name, 4 bytes each.
private func records(in bytes: ArraySlice<UInt8>) -> [FolderWatch.Change] {
  var rest = bytes, changes: [FolderWatch.Change] = []
  func word(_ index: Int) -> Int {
    rest.dropFirst(index * 4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
  while rest.count >= 16 {
    let mask = word(1), length = word(3)
    let id = FolderWatch.ID(number: Int32(truncatingIfNeeded: word(0)))
    let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
    let text = String(decoding: name, as: UTF8.self)
    let isFinished = mask & Int(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
    changes.append(
      mask & Int(IN_Q_OVERFLOW) != 0
        ? .unknown : isFinished ? .finished(id, name: text) : .underWay(id, name: text))
    rest = rest.dropFirst(16 + length)
  }
  return changes
}
