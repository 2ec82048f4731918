import CCutawayGStreamer
import Glibc

/// What tells a file from every other, and from itself before a change.
public struct FileIdentity: Sendable, Hashable, Codable {
  public let path: String
  /// In bytes.
  public let size: Int64
  /// When it was last written, in nanoseconds.
  public let modified: Int64
  public let inode: UInt64

  /// - Returns: `nil` for what is no regular file of this machine.
  public init?(location: String) {
    guard let path = Self.path(of: location) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    inode = UInt64(status.st_ino)
  }

  /// The absolute path that a path or a URI means.
  private static func path(of location: String) -> String? {
    if location.hasPrefix("/") { return location }
    let found =
      gst_uri_is_valid(location) != 0
      ? g_filename_from_uri(location, nil, nil) : g_canonicalize_filename(location, nil)
    defer { g_free(found) }
    return found.map { String(cString: $0) }
  }
}
