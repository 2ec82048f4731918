import CCutawayGStreamer
import Glibc

/// The properties of a file that change when the file is replaced or written.
public struct FileIdentity: Sendable, Hashable, Codable {
  /// The absolute path.
  public let path: String
  /// In bytes.
  public let size: Int64
  /// When it was last written, in nanoseconds.
  public let modified: Int64
  /// The number of the file in its file system.
  public let inode: UInt64

  /// Reads the properties of a path or a `file:` URI; `nil` if it is not a regular file.
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
