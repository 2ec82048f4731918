import CutawaySystem
import Foundation
import Glibc
import Synchronization

/// A file that stays readable when its name is deleted or given to another file.
final class HeldFile: Sendable {
  /// The largest number of files that are held at a time: a quarter of those that the process may open, at most 256.
  private static let limit: Int = {
    var files = rlimit()
    // The system fills the structure, which outlives the call.
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &files) == 0 else { return 0 }
    return min(256, Int(clamping: files.rlim_cur) / 4)
  }()
  private static let count = Atomic(0)

  private let path: String
  private let handle: FileHandle
  private let identity: FileStatus

  /// Opens a regular file; `nil` for others, and if too many are held.
  init?(_ path: String) {
    let isHeld = Self.count.add(1, ordering: .relaxed).newValue <= Self.limit
    // A file that cannot be opened is reported by those who read it.
    guard isHeld, let handle = FileHandle(forReadingAtPath: path),
      let status = try? FileStatus(of: Self.name(of: handle), followingLink: true),
      status.kind == .regular
    else {
      Self.count.subtract(1, ordering: .relaxed)
      return nil
    }
    (self.path, self.handle, identity) = (path, handle, status)
  }

  deinit { Self.count.subtract(1, ordering: .relaxed) }

  /// Where the file can be read now.
  var location: String {
    let named = try? FileStatus(of: path, followingLink: true)
    return named?.inode == identity.inode && named?.device == identity.device
      ? path : Self.name(of: handle)
  }

  private static func name(of handle: FileHandle) -> String {
    "/proc/self/fd/\(handle.fileDescriptor)"
  }
}
