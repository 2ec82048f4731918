public import Foundation
import Glibc
import Synchronization

/// A name of a file that does not exist yet, which no other process reserves as long as this lives.
///
/// A hidden file beside it says so.
public final class ReservedName: Sendable {
  public let file: URL
  private let hiddenPath: String
  private let lock: Int32

  /// Reserves a name; `nil` if there is something of that name, or another has reserved it.
  ///
  /// - Throws: ``ExportError`` where nothing can be written there.
  init?(_ file: URL) throws(ExportError) {
    let hidden =
      file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent)\(PendingOutput.ending)").path
    let lock = unsafe open(hidden, O_CREAT | O_EXCL | O_RDONLY | O_CLOEXEC, 0o600)
    if lock < 0 {
      if errno == EEXIST { return nil }
      throw writingError(errno, file.path)
    }
    self.file = file
    hiddenPath = hidden
    self.lock = lock
    PendingOutput.pending.withLock { _ = $0?.insert(hidden) }
    // Where it cannot be locked, another is about to clear it away as left behind.
    guard case .success(true) = FileLock.take(lock), isOpen(lock, at: hidden) else { return nil }
    // Only now: whoever had it reserved may have written the file in between. A link is a name, too.
    if fileStatus(of: file.path) != nil { return nil }
  }

  deinit {
    if isOpen(lock, at: hiddenPath) { unsafe unlink(hiddenPath) }
    PendingOutput.pending.withLock { [hiddenPath] in _ = $0?.remove(hiddenPath) }
    Glibc.close(lock)
  }
}
