import Glibc
import Synchronization

/// A file that takes its name only when it is complete.
///
/// Data go to a hidden file beside it, which is synced and renamed at the end: the name holds either
/// what was there before or all of the new file. For pictures in files of their own, the hidden thing
/// is a folder. A lock on it says that its process lives: what a killed one has left is cleared away
/// by the next that writes into the same folder.
struct PendingOutput: ~Copyable {
  let name: OutputName
  /// What to write to.
  let temporaryPath: String
  /// The hidden file, or the hidden folder of a sequence.
  private let hiddenPath: String
  private let overwrites: Bool
  /// Held as long as this is; its lock says so to others.
  private let lock: Int32
  private var isDone: Bool

  /// What the hidden names end in.
  static let ending = ".cutaway-partial"

  /// Makes the hidden file.
  ///
  /// - Throws: ``ExportError`` with ``ExportError/Code/outputUnavailable``,
  ///   ``ExportError/Code/outputExists`` or ``ExportError/Code/noSpaceLeft``.
  init(_ name: OutputName, overwriting: Bool) throws(ExportError) {
    try name.check(overwriting: overwriting)
    Leftovers.clear(in: name.folder)
    let hidden = try Self.pending.withLock { pending throws(ExportError) in
      // What an ending process made now would stay.
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
      // What only some may read is not shown to others while it is written. Some file systems have no modes.
      fchmod(lock, old.st_mode & 0o777 | 0o600)
    }
  }

  /// The hidden files of this process; `nil` when it ends and makes no more.
  static let pending = Mutex<Set<String>?>([])

  /// Clears away what has not been completed, for a process that ends at once.
  static func discardAll() {
    let paths = pending.withLock { pending in
      defer { pending = nil }
      return pending ?? []
    }
    for path in paths { discard(path) }
    // A sink that was about to open its file has made it again.
    for path in paths { discard(path) }
  }

  /// Removes a hidden file or folder into which something may be written at the same time.
  private static func discard(_ path: String) {
    guard let status = fileStatus(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else { return remove(path) }
    // Under another name, also one of ours, nothing finds it any more.
    let moved = String(path.dropLast(ending.count)) + "-" + ending
    remove(unsafe rename(path, moved) == 0 ? moved : path)
  }

  /// The bytes so far.
  var size: Int64 {
    guard name.isSequence else { return Int64(fileStatus(of: hiddenPath)?.st_size ?? 0) }
    return entries(of: hiddenPath).reduce(0) {
      $0 + Int64(fileStatus(of: hiddenPath + "/" + $1)?.st_size ?? 0)
    }
  }

  /// Checks that nobody has taken away what is written to.
  ///
  /// - Throws: ``ExportError`` with ``ExportError/Code/outputUnavailable``.
  func checkPresence() throws(ExportError) {
    if fileStatus(of: hiddenPath) != nil { return }
    let reason =
      fileStatus(of: name.folder) == nil
      ? "the folder '\(name.folder)' is gone" : "somebody has removed what was written of it"
    throw ExportError(.outputUnavailable, "cannot write '\(name.path)': \(reason)")
  }

  /// Gives the file its name, or all files of a sequence theirs.
  ///
  /// - Throws: ``ExportError``; then the name still holds what was there before. Of a sequence that
  ///   replaces others, some may have been replaced.
  consuming func commit() throws(ExportError) {
    try checkPresence()
    let files =
      name.isSequence
      ? entries(of: hiddenPath).sorted().map { (hiddenPath + "/" + $0, name.folder + "/" + $0) }
      : [(hiddenPath, name.path)]
    // All of it is on the disk before the first name is given: a full disk shows here.
    for (hidden, path) in files { try settle(hidden, for: path) }
    var named: [String] = []
    do throws(ExportError) {
      for (hidden, path) in files {
        try take(hidden, over: path)
        named.append(path)
      }
    } catch {
      // Nothing was there before, so that nothing is there again.
      if !overwrites { for path in named { unsafe unlink(path) } }
      throw error
    }
    if name.isSequence { unsafe rmdir(hiddenPath) }
    isDone = true
    // The new name must survive a power cut, too.
    let folder = unsafe open(name.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      Glibc.close(folder)
    }
  }

  /// Syncs a file, and gives it the owner and the permissions of the one that it replaces.
  private func settle(_ hidden: String, for path: String) throws(ExportError) {
    let file = unsafe open(hidden, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw writingError(errno, path) }
    defer { Glibc.close(file) }
    if overwrites, let old = fileStatus(of: path), old.st_mode & S_IFMT == S_IFREG {
      // Only the superuser may give files away; the mode comes after, for that takes bits of it away.
      fchown(file, old.st_uid, old.st_gid)
      fchmod(file, old.st_mode & 0o777)
    }
    guard fsync(file) == 0 else { throw writingError(errno, path) }
  }

  private func take(_ hidden: String, over path: String) throws(ExportError) {
    if !overwrites {
      // Unlike a renaming, a link never replaces what another has made meanwhile.
      if unsafe link(hidden, path) == 0 {
        unsafe unlink(hidden)
        return
      }
      // Some file systems have no links.
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

/// Clears away unfinished outputs of this process, for one that ends at once.
public func discardUnfinishedOutputs() { PendingOutput.discardAll() }

/// Why an output could not be written, by what the system said.
func writingError(_ reason: Int32, _ path: String) -> ExportError {
  switch reason {
  case EEXIST: ExportError(.outputExists, "'\(path)' exists")
  case ENOSPC, EDQUOT: ExportError(.noSpaceLeft, "cannot write '\(path)': \(systemError(reason))")
  default: ExportError(.outputUnavailable, "cannot write '\(path)': \(systemError(reason))")
  }
}
