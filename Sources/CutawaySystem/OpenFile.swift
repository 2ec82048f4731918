import CCutawayProcess
import Glibc

/// An open file or folder, which is closed at the end of the value's life.
///
/// Child processes do not inherit it.
package struct OpenFile: ~Copyable, Sendable {
  /// What the file is opened for.
  package enum Access: Sendable {
    case reading, writing, both

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .both: O_RDWR
      }
    }
  }

  /// Conditions of opening.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Does not wait for the other end of a pipe; reading and writing do not wait either.
    package static let withoutWaiting = Options(rawValue: O_NONBLOCK)
    /// Fails for a symbolic link.
    package static let notALink = Options(rawValue: O_NOFOLLOW)
    /// Fails if it is not a directory.
    package static let onlyDirectory = Options(rawValue: O_DIRECTORY)
    /// Removes the contents.
    package static let truncating = Options(rawValue: O_TRUNC)
  }

  /// The number of the file in this process.
  let descriptor: Int32

  /// Opens an existing file.
  package init(
    _ path: String, for access: Access, _ options: Options = []
  ) throws(SystemError) {
    // The system copies the path.
    descriptor = try check(unsafe open(path, access.flags | options.rawValue | O_CLOEXEC))
  }

  /// Creates a file, and fails if one of that name exists.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - permissions: The access rights, from which the system takes those of the umask.
  ///   - access: What the new file is opened for.
  /// - Throws: ``SystemError/exists`` if the name is in use, and other errors.
  package init(
    creating path: String, permissions: UInt32, for access: Access
  ) throws(SystemError) {
    // The system copies the path.
    descriptor = try check(
      unsafe open(path, access.flags | O_CREAT | O_EXCL | O_CLOEXEC, permissions))
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Creates a file in memory, which exists until it is closed; this process can open it by its ``path``.
  package static func inMemory(_ bytes: [UInt8]) throws(SystemError) -> OpenFile {
    let file = OpenFile(descriptor: try check(cutaway_memory_file()))
    try file.write(bytes)
    return file
  }

  /// A path of this process to the file, also if the file has no name.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  // A file whose data matter is synced before.
  deinit { close(descriptor) }

  package var status: FileStatus {
    get throws(SystemError) { try FileStatus(ofDescriptor: descriptor) }
  }

  /// Whether a path, which may be a link itself, refers to this file.
  package func isNamed(_ path: String) -> Bool {
    // A file whose status is unreadable is not this one.
    guard let own = try? status, let named = try? FileStatus(of: path) else { return false }
    return own.isOfSameFile(as: named)
  }
}

// MARK: Contents

extension OpenFile {
  /// Reads up to `count` bytes; fewer at the end of the file.
  package func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      // The buffer is valid during the call, and the system writes at most its length.
      let length = unsafe bytes[done...].withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset) + done)
      }
      if length < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if length == 0 { break }
      done += length
    }
    if done < count { bytes.removeLast(count - done) }
    return bytes
  }

  /// Writes all bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - offset: Their position in the file; `nil` for the current one.
  /// - Throws: ``SystemError``; some bytes may have been written.
  package func write(_ bytes: [UInt8], at offset: Int64? = nil) throws(SystemError) {
    try writeAll(bytes, to: descriptor, at: offset)
  }

  package func resize(to size: Int64) throws(SystemError) {
    try check(ftruncate(descriptor, off_t(size)))
  }

  /// Allocates space on the disk, so that later writes there find room.
  ///
  /// The file grows if necessary.
  package func allocate(_ length: Int64, at offset: Int64) throws(SystemError) {
    // The function returns its error.
    let failure = posix_fallocate(descriptor, off_t(offset), off_t(length))
    if failure != 0 { throw SystemError(code: failure) }
  }

  /// Waits until the data, or the names in a folder, are on the disk.
  package func sync() throws(SystemError) { try check(fsync(descriptor)) }
}

// MARK: Owner, permissions, lock

extension OpenFile {
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try check(fchmod(descriptor, permissions))
  }

  package func setOwner(_ owner: UInt32, group: UInt32) throws(SystemError) {
    try check(fchown(descriptor, owner, group))
  }

  /// The result of an attempt to lock a file.
  package enum Lock: Sendable {
    /// This process holds the lock, until the file is closed.
    case held
    /// Another process holds it.
    case taken
    /// The file system has no locks.
    case unsupported
  }

  /// Locks the file without waiting.
  package func lock() throws(SystemError) -> Lock {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .taken
      case ENOLCK, ENOTSUP, ENOSYS: return .unsupported
      default: throw .last
      }
    }
    return .held
  }
}
