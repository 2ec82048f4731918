import CutawayDiagnostics
import CutawaySystem
package import Foundation
import Synchronization

/// The name of a new file, which no other process reserves as long as the value exists.
///
/// A hidden file beside it marks the reservation.
package final class ReservedName: Sendable {
  /// The reserved file, which does not exist yet.
  package let file: URL
  private let hiddenPath: String
  private let lock: OpenFile

  /// Reserves a name; `nil` if the file exists, or another process has reserved it.
  ///
  /// - Throws: ``ExportError`` if the folder is not writable.
  init?(_ file: URL) throws(ExportError) {
    let hidden =
      file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent)\(PendingOutput.ending)").path
    let new = try writing(file.path) { () throws(SystemError) in try make(hidden) }
    guard let new else { return nil }
    self.file = file
    hiddenPath = hidden
    lock = new
    PendingOutput.pending.withLock { _ = $0?.insert(hidden) }
    // If the lock fails, another process is about to remove the file as a leftover.
    guard let state = try? lock.lock(), state != .taken, lock.isNamed(hidden) else { return nil }
    // Checked last, because the previous owner of the reservation may have written the file
    // meanwhile. A link counts, too.
    if (try? FileStatus(of: file.path)) != nil { return nil }
  }

  deinit {
    // What cannot be removed stays: the next reservation in the folder tries again.
    if lock.isNamed(hiddenPath) { try? FileSystem.removeFile(hiddenPath) }
    PendingOutput.pending.withLock { [hiddenPath] in _ = $0?.remove(hiddenPath) }
  }
}

/// Creates a hidden file; `nil` if it exists.
private func make(_ path: String) throws(SystemError) -> OpenFile? {
  do throws(SystemError) {
    return try OpenFile(creating: path, permissions: 0o600, for: .reading)
  } catch {
    if error == .exists { return nil }
    throw error
  }
}
