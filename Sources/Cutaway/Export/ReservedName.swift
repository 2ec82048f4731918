import CutawayDiagnostics
public import Foundation
import Glibc
import Synchronization

/// The name of a new file, which no other process reserves as long as the value exists.
///
/// A hidden file beside it marks the reservation.
public final class ReservedName: Sendable {
  /// The reserved file, which does not exist yet.
  public let file: URL
  private let hiddenPath: String
  private let lock: Int32

  /// Reserves a name; `nil` if the file exists, or another process has reserved it.
  ///
  /// - Throws: ``ExportError`` if the folder is not writable.
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
    // If the lock fails, another process is about to remove the file as a leftover.
    guard case .success(true) = FileLock.take(lock), isOpen(lock, at: hidden) else { return nil }
    // Checked last, because the previous owner of the reservation may have written the file
    // meanwhile. A link counts, too.
    if fileStatus(of: file.path) != nil { return nil }
  }

  deinit {
    if isOpen(lock, at: hiddenPath) { unsafe unlink(hiddenPath) }
    PendingOutput.pending.withLock { [hiddenPath] in _ = $0?.remove(hiddenPath) }
    Glibc.close(lock)
  }
}
