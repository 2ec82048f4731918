import Glibc
import Synchronization

/// A file that takes its name only when it is complete.
///
/// Data go to a hidden file beside it, which is synced and renamed at the end: the name holds either
/// what was there before or all of the new file.
public struct PendingFile: ~Copyable {
  let path: String
  let temporaryPath: String
  /// Whether there is nothing to clear away.
  private var isDone = true

  /// Makes the hidden file.
  ///
  /// - Parameters:
  ///   - path: The name that the file is to have.
  ///   - overwriting: Whether there may be a file of that name already.
  /// - Throws: ``ExportError`` with ``ExportError/Code/outputUnavailable``.
  init(path: String, overwriting: Bool) throws(ExportError) {
    let (folder, name) = split(path)
    self.path = path
    temporaryPath = "\(folder)/.\(name).\(getpid()).partial"
    try Self.check(path, overwriting: overwriting)
    let file = unsafe open(temporaryPath, O_CREAT | O_EXCL | O_WRONLY, 0o666)
    guard file >= 0 else {
      throw ExportError(
        .outputUnavailable, "cannot write '\(path)': \(unsafe String(cString: strerror(errno)))")
    }
    Glibc.close(file)
    isDone = false
    Self.pending.withLock { _ = $0.insert(temporaryPath) }
  }

  /// The hidden files of this process.
  private static let pending = Mutex<Set<String>>([])

  /// Clears away what has not been completed, for a process that cannot wait for its own end.
  public static func discardAll() {
    for path in pending.withLock({ $0 }) { unsafe unlink(path) }
  }

  /// Checks that a file of a name can be made, as far as that shows without making it.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - overwriting: Whether there may be a file of that name already.
  /// - Throws: ``ExportError`` with ``ExportError/Code/outputUnavailable``.
  public static func check(_ path: String, overwriting: Bool) throws(ExportError) {
    let (folder, _) = split(path)
    var status = stat()
    if unsafe lstat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw ExportError(.outputUnavailable, "'\(path)' is a directory")
      }
      if !overwriting {
        throw ExportError(.outputUnavailable, "'\(path)' exists, and would be replaced")
      }
    }
    if unsafe access(folder, W_OK | X_OK) != 0 {
      throw ExportError(
        .outputUnavailable,
        "cannot write into '\(folder)': \(unsafe String(cString: strerror(errno)))")
    }
  }

  /// Gives the file its name.
  consuming func commit() throws(ExportError) {
    let file = unsafe open(temporaryPath, O_RDONLY)
    let isSynced = file >= 0 && fsync(file) == 0
    if file >= 0 { Glibc.close(file) }
    guard isSynced, unsafe rename(temporaryPath, path) == 0 else {
      throw ExportError(
        .outputUnavailable, "cannot write '\(path)': \(unsafe String(cString: strerror(errno)))")
    }
    isDone = true
    Self.pending.withLock { _ = $0.remove(temporaryPath) }
    // The new name must survive a power cut, too.
    let folder = unsafe open(split(path).folder, O_RDONLY | O_DIRECTORY)
    if folder >= 0 {
      fsync(folder)
      Glibc.close(folder)
    }
  }

  deinit {
    if !isDone {
      unsafe unlink(temporaryPath)
      Self.pending.withLock { _ = $0.remove(temporaryPath) }
    }
  }
}

private func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = path[..<slash]
  return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}
