import CutawayDiagnostics
import Glibc
import Synchronization

/// An output file that gets its name only when it is complete.
///
/// Data go to a hidden file beside the output, which is synced and renamed at the end. The name
/// refers to either the previous file or the complete new one. For an image sequence, the hidden
/// item is a folder. A lock on it shows that its process is alive. The next export into the same
/// folder removes what a killed process left.
struct PendingOutput: ~Copyable {
  let name: OutputName
  /// The path to write to.
  let temporaryPath: String
  /// The hidden file, or the hidden folder of an image sequence.
  private let hiddenPath: String
  private let overwrites: Bool
  /// The locked file descriptor, open as long as the value exists.
  private let lock: Int32
  private var isDone: Bool

  /// The ending of hidden names.
  static let ending = ".cutaway-partial"

  /// Creates the hidden file.
  ///
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputUnavailable``,
  ///   ``ExportErrorCode/outputExists`` or ``ExportErrorCode/noSpaceLeft``.
  init(_ name: OutputName, overwriting: Bool) throws(ExportError) {
    try name.check(overwriting: overwriting)
    Leftovers.clear(in: name.folder)
    let hidden = try Self.pending.withLock { pending throws(ExportError) in
      // A process that is ending would leave a new file behind.
      if pending == nil { throw ExportError(.cancelled, "the export was cancelled") }
      let hidden = try HiddenFile(beside: name)
      pending?.insert(hidden.path)
      return hidden
    }
    self.name = name
    overwrites = overwriting
    hiddenPath = hidden.path
    lock = hidden.lock
    temporaryPath = name.isSequence ? hidden.path + "/" + name.name : hidden.path
    isDone = false
    if overwriting, !name.isSequence, let old = fileStatus(of: name.path) {
      // While it is written, the file has the permissions of the one that it replaces. Some file
      // systems have none.
      fchmod(lock, old.st_mode & 0o777 | 0o600)
    }
  }

  /// The hidden files of this process; `nil` once it ends and creates no more.
  static let pending = Mutex<Set<String>?>([])

  /// Removes incomplete outputs of a process that ends at once.
  static func discardAll() {
    let paths = pending.withLock { pending in
      defer { pending = nil }
      return pending ?? []
    }
    for path in paths { discard(path) }
    // A sink that was about to open its file has created it again.
    for path in paths { discard(path) }
  }

  /// Removes a hidden file or folder while another thread may still write into it.
  private static func discard(_ path: String) {
    guard let status = fileStatus(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else { return remove(path) }
    // Under another name, which is still one of Cutaway's, no writer finds the folder.
    let moved = String(path.dropLast(ending.count)) + "-" + ending
    remove(unsafe rename(path, moved) == 0 ? moved : path)
  }

  /// The current size in bytes.
  var size: Int64 {
    guard name.isSequence else { return Int64(fileStatus(of: hiddenPath)?.st_size ?? 0) }
    return entries(of: hiddenPath).reduce(0) {
      $0 + Int64(fileStatus(of: hiddenPath + "/" + $1)?.st_size ?? 0)
    }
  }

  /// Checks that the hidden file still exists.
  ///
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputUnavailable``.
  func checkPresence() throws(ExportError) {
    if fileStatus(of: hiddenPath) != nil { return }
    let reason =
      fileStatus(of: name.folder) == nil
      ? "the folder '\(name.folder)' was removed" : "its unfinished file was removed"
    throw ExportError(.outputUnavailable, "cannot write '\(name.path)': \(reason)")
  }

  /// Renames the file, or all files of a sequence.
  ///
  /// - Throws: ``ExportError``; existing files are then unchanged. But of a sequence that replaces
  ///   others, some may have been replaced.
  consuming func commit() throws(ExportError) {
    try checkPresence()
    let files =
      name.isSequence
      ? entries(of: hiddenPath).sorted().map { (hiddenPath + "/" + $0, name.folder + "/" + $0) }
      : [(hiddenPath, name.path)]
    // Everything is on the disk before the first renaming: a full disk shows here.
    for (hidden, path) in files { try settle(hidden, for: path) }
    var named: [String] = []
    do throws(ExportError) {
      for (hidden, path) in files {
        try take(hidden, over: path)
        named.append(path)
      }
    } catch {
      // No file existed before, so none remains.
      if !overwrites { for path in named { unsafe unlink(path) } }
      throw error
    }
    if name.isSequence { unsafe rmdir(hiddenPath) }
    isDone = true
    // The new name must survive a power failure, too.
    let folder = unsafe open(name.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      Glibc.close(folder)
    }
  }

  /// Syncs a file, and applies the owner and the permissions of the file that it replaces.
  private func settle(_ hidden: String, for path: String) throws(ExportError) {
    let file = unsafe open(hidden, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw writingError(errno, path) }
    defer { Glibc.close(file) }
    if overwrites, let old = fileStatus(of: path), old.st_mode & S_IFMT == S_IFREG {
      // Only the superuser may change the owner. The mode comes second, because changing the owner
      // clears some of its bits.
      fchown(file, old.st_uid, old.st_gid)
      fchmod(file, old.st_mode & 0o777)
    }
    guard fsync(file) == 0 else { throw writingError(errno, path) }
  }

  private func take(_ hidden: String, over path: String) throws(ExportError) {
    if !overwrites {
      // Unlike renaming, a link never replaces a file that another process created meanwhile.
      if unsafe link(hidden, path) == 0 {
        unsafe unlink(hidden)
        return
      }
      // Some file systems do not support links.
      if errno == EEXIST || fileStatus(of: path) != nil { throw writingError(EEXIST, path) }
    }
    if unsafe rename(hidden, path) != 0 { throw writingError(errno, path) }
  }

  deinit {
    if !isDone { remove(hiddenPath) }
    Self.pending.withLock { [hiddenPath] in _ = $0?.remove(hiddenPath) }
    Glibc.close(lock)
  }
}

/// Removes the unfinished outputs of this process, which must end at once.
public func discardUnfinishedOutputs() { PendingOutput.discardAll() }

/// The error for an output that the system refused to write.
func writingError(_ reason: Int32, _ path: String) -> ExportError {
  switch reason {
  case EEXIST: ExportError(.outputExists, "'\(path)' exists")
  case ENOSPC, EDQUOT: ExportError(.noSpaceLeft, "cannot write '\(path)': \(systemError(reason))")
  default: ExportError(.outputUnavailable, "cannot write '\(path)': \(systemError(reason))")
  }
}
