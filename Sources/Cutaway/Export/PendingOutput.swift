import CutawayDiagnostics
import CutawaySystem
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
  /// The locked file, open as long as the value exists.
  private let lock: OpenFile
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
    // Before there is a file: the process may die at any time.
    WorkerNotes.send(.writes(name.place))
    let hidden = try Self.pending.withLock { pending throws(ExportError) -> HiddenFile in
      // A process that is ending would leave a new file behind.
      if pending == nil { throw ExportError(.cancelled, "the export was cancelled") }
      let hidden = try HiddenFile.create(beside: name)
      pending?.insert(hidden.path)
      return hidden
    }
    self.name = name
    overwrites = overwriting
    hiddenPath = hidden.path
    temporaryPath = name.isSequence ? hidden.path + "/" + name.name : hidden.path
    lock = hidden.lock
    isDone = false
    if overwriting, !name.isSequence, let old = try? FileStatus(of: name.path) {
      // While it is written, the file has the permissions of the one that it replaces. Some file
      // systems have none.
      try? lock.setPermissions(old.permissions | 0o600)
    }
  }

  /// The hidden files of this process; `nil` once it ends and creates no more.
  static let pending = Mutex<Set<String>?>([])

  /// Removes incomplete outputs of a process that ends at once.
  static func discardAll() {
    // An export that ends by itself meanwhile finds nothing to remove, and waits for this lock: otherwise the process could
    // end before everything is removed.
    pending.withLock { pending in
      let paths = pending ?? []
      pending = nil
      for path in paths { discard(path) }
      // A sink that was about to open its file has created it again.
      for path in paths { discard(path) }
    }
  }

  /// Removes a hidden file or folder while another thread may still write into it.
  private static func discard(_ path: String) {
    // What is gone needs no removal.
    guard let status = try? FileStatus(of: path) else { return }
    guard status.kind == .directory else { return remove(path) }
    // Under another name, which is still one of Cutaway's, no writer finds the folder.
    let moved = String(path.dropLast(ending.count)) + "-" + ending
    let isMoved = (try? FileSystem.rename(path, to: moved)) != nil
    remove(isMoved ? moved : path)
  }

  /// The current size in bytes.
  var size: Int64 {
    // A file that is gone has no size.
    func size(of path: String) -> Int64 { (try? FileStatus(of: path))?.size ?? 0 }
    guard name.isSequence else { return size(of: hiddenPath) }
    return FileSystem.names(in: hiddenPath).reduce(0) { $0 + size(of: hiddenPath + "/" + $1) }
  }

  /// Checks that the hidden file still exists.
  ///
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputUnavailable``.
  func checkPresence() throws(ExportError) {
    // A file without a readable status is not there.
    if (try? FileStatus(of: hiddenPath)) != nil { return }
    let reason =
      (try? FileStatus(of: name.folder)) == nil
      ? "the folder '\(name.folder)' was removed" : "its unfinished file was removed"
    throw ExportError(.outputUnavailable, "cannot write '\(name.path)': \(reason)")
  }

  /// Renames the file, or all files of a sequence.
  ///
  /// - Returns: The names of the files.
  /// - Throws: ``ExportError``; existing files are then unchanged. But of a sequence that replaces
  ///   others, some may have been replaced.
  @discardableResult
  consuming func commit() throws(ExportError) -> [String] {
    try checkPresence()
    let files =
      name.isSequence
      ? FileSystem.names(in: hiddenPath).sorted()
        .map { (hiddenPath + "/" + $0, name.folder + "/" + $0) }
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
      if !overwrites { for path in named { try? FileSystem.removeFile(path) } }
      throw error
    }
    // If another program has put a file into it, it stays: the output is complete.
    if name.isSequence { try? FileSystem.removeDirectory(hiddenPath) }
    isDone = true
    // The new name must survive a power failure, too. Some file systems cannot sync a folder.
    if let folder = try? OpenFile(name.folder, for: .reading, .onlyDirectory) {
      try? folder.sync()
    }
    return named
  }

  /// Syncs a file, and applies the owner and the permissions of the file that it replaces.
  private func settle(_ hidden: String, for path: String) throws(ExportError) {
    try writing(path) { () throws(SystemError) in
      let file = try OpenFile(hidden, for: .reading)
      if overwrites, let old = try? FileStatus(of: path), old.kind == .regular {
        // Only the superuser may change the owner. The mode comes second, because changing the
        // owner clears some of its bits.
        try? file.setOwner(old.owner, group: old.group)
        try? file.setPermissions(old.permissions)
      }
      try file.sync()
    }
  }

  private func take(_ hidden: String, over path: String) throws(ExportError) {
    if !overwrites {
      do throws(SystemError) {
        // Unlike renaming, a link never replaces a file that another process created meanwhile.
        try FileSystem.link(hidden, to: path)
        // Under its hidden name, the next export finds and removes it.
        try? FileSystem.removeFile(hidden)
        return
      } catch {
        // Some file systems do not support links.
        if error == .exists || (try? FileStatus(of: path)) != nil {
          throw writingError(.exists, path)
        }
      }
    }
    try writing(path) { () throws(SystemError) in try FileSystem.rename(hidden, to: path) }
  }

  deinit {
    if !isDone { remove(hiddenPath) }
    Self.pending.withLock { [hiddenPath] in _ = $0?.remove(hiddenPath) }
    WorkerNotes.send(.finishes(name.place))
  }
}

/// Removes the unfinished outputs in a folder whose processes have ended.
package func discardUnfinishedOutputs(in folder: String) { Leftovers.clear(in: folder) }

/// Removes the unfinished outputs of this process, which must end at once.
public func discardUnfinishedOutputs() { PendingOutput.discardAll() }

/// Runs `body`, which writes an output, and translates its errors.
func writing<Result: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> Result
) throws(ExportError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw writingError(error, path)
  }
}

/// The error for an output that the system refused to write.
func writingError(_ reason: SystemError, _ path: String) -> ExportError {
  switch reason {
  case .exists: ExportError(.outputExists, "'\(path)' exists")
  case .noSpaceLeft, .quotaExceeded:
    ExportError(.noSpaceLeft, "cannot write '\(path)': \(reason.message)")
  default: ExportError(.outputUnavailable, "cannot write '\(path)': \(reason.message)")
  }
}
