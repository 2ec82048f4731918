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
    let hidden = try makeHidden(name)
    self.name = name
    overwrites = overwriting
    hiddenPath = hidden.path
    lock = hidden.lock
    temporaryPath = name.isSequence ? hidden.path + "/" + name.name : hidden.path
    isDone = false
    Self.pending.withLock { _ = $0.insert(hidden.path) }
  }

  /// The hidden files of this process.
  private static let pending = Mutex<Set<String>>([])

  /// Clears away what has not been completed, for a process that cannot wait for its own end.
  static func discardAll() {
    for path in pending.withLock({ $0 }) { remove(path) }
  }

  /// The bytes so far.
  var size: Int64 {
    guard name.isSequence else { return Int64(fileStatus(of: hiddenPath)?.st_size ?? 0) }
    return entries(of: hiddenPath).reduce(0) {
      $0 + Int64(fileStatus(of: hiddenPath + "/" + $1)?.st_size ?? 0)
    }
  }

  /// Gives the file its name.
  ///
  /// - Throws: ``ExportError``; then the name still holds what was there before.
  consuming func commit() throws(ExportError) {
    if name.isSequence {
      for entry in entries(of: hiddenPath).sorted() {
        try take(hiddenPath + "/" + entry, over: name.folder + "/" + entry)
      }
      unsafe rmdir(hiddenPath)
    } else {
      try take(hiddenPath, over: name.path)
    }
    isDone = true
    // The new name must survive a power cut, too.
    let folder = unsafe open(name.folder, O_RDONLY | O_DIRECTORY)
    if folder >= 0 {
      fsync(folder)
      Glibc.close(folder)
    }
  }

  private func take(_ hidden: String, over path: String) throws(ExportError) {
    let file = unsafe open(hidden, O_RDONLY)
    let isSynced = file >= 0 && fsync(file) == 0
    let reason = errno
    if file >= 0 { Glibc.close(file) }
    guard isSynced else { throw failure(reason, path) }
    if !overwrites {
      // Unlike a renaming, a link never replaces what another has made meanwhile.
      if unsafe link(hidden, path) == 0 {
        unsafe unlink(hidden)
        return
      }
      // Some file systems have no links.
      if errno == EEXIST || fileStatus(of: path) != nil { throw failure(EEXIST, path) }
    }
    if unsafe rename(hidden, path) != 0 { throw failure(errno, path) }
  }

  func failure(_ reason: Int32, _ path: String) -> ExportError {
    switch reason {
    case EEXIST: ExportError(.outputExists, "'\(path)' exists")
    case ENOSPC, EDQUOT: ExportError(.noSpaceLeft, "cannot write '\(path)': \(systemError(reason))")
    default: ExportError(.outputUnavailable, "cannot write '\(path)': \(systemError(reason))")
    }
  }

  deinit {
    if !isDone { remove(hiddenPath) }
    Self.pending.withLock { [hiddenPath] in _ = $0.remove(hiddenPath) }
    Glibc.close(lock)
  }
}

/// Clears away unfinished outputs of this process, for one that ends at once.
public func discardUnfinishedOutputs() { PendingOutput.discardAll() }

/// What killed processes have left.
enum Leftovers {
  /// Removes hidden outputs of ours in a folder whose process is gone.
  static func clear(in folder: String) {
    for entry in entries(of: folder)
    where entry.hasPrefix(".") && entry.hasSuffix(PendingOutput.ending) {
      let path = folder + "/" + entry
      guard let status = fileStatus(of: path), status.st_uid == geteuid() else { continue }
      let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      if file < 0 { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0, isOpen(file, at: path) { remove(path) }
      Glibc.close(file)
    }
  }
}

/// Makes a hidden file or folder of a name not used yet, and locks it.
private func makeHidden(_ name: OutputName) throws(ExportError) -> (path: String, lock: Int32) {
  // A name has 255 bytes at most.
  let stem = String(decoding: Array(name.name.utf8.prefix(180)), as: UTF8.self)
    .replacing("%", with: "_")
  for _ in 0..<100 {
    let number = UInt32.random(in: 0...UInt32.max)
    let path =
      "\(name.folder)/.\(stem).\(String(number, radix: 36))\(PendingOutput.ending)"
    let isNew: Bool
    if name.isSequence {
      isNew = unsafe mkdir(path, 0o777) == 0
    } else {
      let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      isNew = file >= 0
      if isNew { Glibc.close(file) }
    }
    if !isNew {
      if errno == EEXIST { continue }
      let code: ExportError.Code =
        errno == ENOSPC || errno == EDQUOT ? .noSpaceLeft : .outputUnavailable
      throw ExportError(code, "cannot write '\(name.path)': \(systemError())")
    }
    let lock = unsafe open(path, O_RDONLY | O_CLOEXEC)
    // Between both, another may have taken it for left behind.
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, isOpen(lock, at: path) {
      return (path, lock)
    }
    if lock >= 0 { Glibc.close(lock) }
  }
  throw ExportError(.outputUnavailable, "cannot make a hidden file beside '\(name.path)'")
}

private func fileStatus(of path: String) -> stat? {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status : nil
}

/// Whether a path still leads to an open file.
private func isOpen(_ file: Int32, at path: String) -> Bool {
  var status = stat()
  guard unsafe fstat(file, &status) == 0, let named = fileStatus(of: path) else { return false }
  return named.st_ino == status.st_ino && named.st_dev == status.st_dev
}

/// The names in a folder.
private func entries(of folder: String) -> [String] {
  guard let stream = unsafe opendir(folder) else { return [] }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Removes a hidden file, or a hidden folder and the pictures in it.
private func remove(_ path: String) {
  if unsafe unlink(path) == 0 { return }
  for entry in entries(of: path) { unsafe unlink(path + "/" + entry) }
  unsafe rmdir(path)
}
