import CutawayDiagnostics
import Glibc

/// Creates a locked, hidden file or folder beside an output.
struct HiddenFile {
  let path: String
  /// The open file descriptor, which holds a lock if the file system supports locks.
  let lock: Int32

  /// Creates a file of an unused name.
  ///
  /// - Throws: ``ExportError`` with the system's reason; nothing of the file then remains.
  init(beside name: OutputName) throws(ExportError) {
    // A name has at most 255 bytes.
    let stem = String(decoding: Array(name.name.utf8.prefix(180)), as: UTF8.self)
      .replacing("%", with: "_")
    for _ in 0..<100 {
      let number = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      let path = "\(name.folder)/.\(stem).\(number)\(PendingOutput.ending)"
      if !make(path, isFolder: name.isSequence) {
        if errno == EEXIST { continue }
        throw writingError(errno, name.path)
      }
      let lock = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard lock >= 0 else {
        let reason = errno
        // Another process may have removed it as a leftover before it was locked.
        if reason == ENOENT { continue }
        remove(path)
        throw writingError(reason, name.path)
      }
      switch FileLock.take(lock) {
      case .success(let isHeld):
        if !isHeld || !isOpen(lock, at: path) { break }
        self.path = path
        self.lock = lock
        return
      case .failure(let error):
        Glibc.close(lock)
        remove(path)
        throw writingError(error.reason, name.path)
      }
      Glibc.close(lock)
    }
    throw ExportError(.outputUnavailable, "cannot create a hidden file beside '\(name.path)'")
  }
}

private func make(_ path: String, isFolder: Bool) -> Bool {
  if isFolder { return unsafe mkdir(path, 0o777) == 0 }
  let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
  if file >= 0 { Glibc.close(file) }
  return file >= 0
}

/// Locks on open files, which end with the process.
enum FileLock {
  struct Failure: Error { let reason: Int32 }

  /// Locks a file without waiting.
  ///
  /// - Returns: Whether this process may use the file; `true` if the file system has no locks.
  static func take(_ file: Int32) -> Result<Bool, Failure> {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .success(false)
      case ENOLCK, ENOTSUP, ENOSYS: return .success(true)
      default: return .failure(Failure(reason: errno))
      }
    }
    return .success(true)
  }
}

/// Removes the hidden files of killed processes.
enum Leftovers {
  /// Removes Cutaway's hidden outputs in a folder whose process has ended.
  static func clear(in folder: String) {
    for entry in entries(of: folder)
    where entry.hasPrefix(".") && entry.hasSuffix(PendingOutput.ending) {
      let path = folder + "/" + entry
      guard let status = fileStatus(of: path), status.st_uid == geteuid(),
        [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
      else { continue }
      // If the entry has become a pipe, a blocking `open` would wait for its other end.
      let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      if file < 0 { continue }
      // Without locks, leftovers are indistinguishable from files that are being written.
      if flock(file, LOCK_EX | LOCK_NB) == 0, isOpen(file, at: path) { remove(path) }
      Glibc.close(file)
    }
  }
}

func fileStatus(of path: String) -> stat? {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status : nil
}

/// Whether a path still refers to an open file.
func isOpen(_ file: Int32, at path: String) -> Bool {
  var status = stat()
  guard unsafe fstat(file, &status) == 0, let named = fileStatus(of: path) else { return false }
  return named.st_ino == status.st_ino && named.st_dev == status.st_dev
}

/// The names in a folder.
func entries(of folder: String) -> [String] {
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

/// Removes a hidden file, or a hidden folder and the images in it.
func remove(_ path: String) {
  if unsafe unlink(path) == 0 { return }
  for entry in entries(of: path) { unsafe unlink(path + "/" + entry) }
  unsafe rmdir(path)
}
