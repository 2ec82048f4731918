import CutawayDiagnostics
import CutawaySystem
import Foundation

/// Creates a locked, hidden file or folder beside an output.
struct HiddenFile: ~Copyable {
  let path: String
  /// The open file, which is locked if the file system supports locks.
  let lock: OpenFile

  /// Creates a file of an unused name.
  ///
  /// - Throws: ``ExportError`` with the system's reason; nothing of the file then remains.
  static func create(beside name: OutputName) throws(ExportError) -> HiddenFile {
    // A name has at most 255 bytes.
    let stem = String(decoding: Array(name.name.utf8.prefix(180)), as: UTF8.self)
      .replacing("%", with: "_")
    for _ in 0..<100 {
      let number = String(UInt32.random(in: 0...UInt32.max), radix: 36)
      let path = "\(name.folder)/.\(stem).\(number)\(PendingOutput.ending)"
      let lock = try writing(name.path) { () throws(SystemError) in
        try make(path, isFolder: name.isSequence)
      }
      if let lock { return HiddenFile(path: path, lock: lock) }
    }
    throw ExportError(.outputUnavailable, "cannot create a hidden file beside '\(name.path)'")
  }

  /// Creates and locks a file; `nil` if another process has its name, or has removed it.
  private static func make(
    _ path: String, isFolder: Bool
  ) throws(SystemError) -> OpenFile? {
    do throws(SystemError) {
      if isFolder {
        try FileSystem.createDirectory(path)
      } else {
        // A new file gets the permissions that the umask leaves.
        _ = try OpenFile(creating: path, permissions: 0o666, for: .writing)
      }
    } catch {
      if error == .exists { return nil }
      throw error
    }
    do throws(SystemError) {
      let file = try OpenFile(path, for: .reading)
      guard try file.lock() != .taken, file.isNamed(path) else { return nil }
      return file
    } catch {
      // Another process may have removed it as a leftover before it was locked.
      if error == .missing { return nil }
      remove(path)
      throw error
    }
  }
}

/// Removes the hidden files of killed processes.
enum Leftovers {
  /// How long an output has not been written, in seconds, if it is removed without a lock.
  private static let patience: Double = 86_400

  /// Removes Cutaway's hidden outputs in a folder whose process has ended.
  static func clear(in folder: String) {
    let oldest = Int64((Date().timeIntervalSince1970 - patience) * 1_000_000_000)
    for entry in FileSystem.names(in: folder)
    where entry.hasPrefix(".") && entry.hasSuffix(PendingOutput.ending) {
      let path = folder + "/" + entry
      // What another process removes meanwhile is no leftover.
      guard let status = try? FileStatus(of: path), status.isOwn,
        status.kind == .regular || status.kind == .directory,
        // If the entry has become a pipe, waiting would not end.
        let file = try? OpenFile(path, for: .reading, [.notALink, .withoutWaiting])
      else { continue }
      // A lock that cannot be examined may be taken.
      switch try? file.lock() {
      case .held where file.isNamed(path): remove(path)
      // Without locks, only its age distinguishes a leftover from a file that is being written.
      case .unsupported where file.isNamed(path) && lastChange(path, status) < oldest: remove(path)
      case .held, .unsupported, .taken, nil: continue
      }
    }
  }

  /// The last modification of a file, or of a folder and the files in it, in nanoseconds since 1970.
  private static func lastChange(_ path: String, _ status: FileStatus) -> Int64 {
    guard status.kind == .directory else { return status.modified }
    // Files that are renamed meanwhile are being written, too.
    let files = FileSystem.names(in: path).map { name in
      (try? FileStatus(of: "\(path)/\(name)").modified) ?? .max
    }
    return files.reduce(status.modified, max)
  }
}

/// Removes a hidden file, or a hidden folder and what is in it.
///
/// What cannot be removed stays: the next export into the folder tries again.
func remove(_ path: String) {
  // A link is removed as a file, so nothing outside of the folder is touched.
  if (try? FileSystem.removeFile(path)) != nil { return }
  for name in FileSystem.names(in: path) { remove(path + "/" + name) }
  try? FileSystem.removeDirectory(path)
}
