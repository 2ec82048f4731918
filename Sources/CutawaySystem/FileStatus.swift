import Glibc

/// The properties of a file that the file system stores.
package struct FileStatus: Sendable, Hashable {
  /// The kind of a file.
  package enum Kind: Sendable {
    case regular, directory, link
    /// A pipe, with or without a name.
    case pipe
    /// A socket or a device.
    case other
  }

  package let kind: Kind
  /// In bytes.
  package let size: Int64
  /// The modification time in nanoseconds since 1970.
  package let modified: Int64
  package let inode: UInt64
  package let device: UInt64
  /// The access rights of owner, group and others: the lowest nine bits of the mode.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32

  /// Reads the properties of a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLink: Whether a symbolic link stands for its target.
  /// - Throws: ``SystemError/missing`` if there is no such file, and other errors.
  package init(of path: String, followingLink followsLink: Bool = false) throws(SystemError) {
    var status = stat()
    // The system fills the structure, which outlives the call.
    try check(followsLink ? unsafe stat(path, &status) : unsafe lstat(path, &status))
    self.init(status)
  }

  /// Reads the properties of an open file.
  init(ofDescriptor descriptor: Int32) throws(SystemError) {
    var status = stat()
    // The system fills the structure, which outlives the call.
    try check(unsafe fstat(descriptor, &status))
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      default: .other
      }
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    permissions = status.st_mode & 0o777
    owner = status.st_uid
    group = status.st_gid
  }

  /// Whether the file belongs to the user of this process.
  package var isOwn: Bool { owner == geteuid() }

  /// Whether two statuses are of the same file.
  package func isOfSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}
