import CCutawayGStreamer
import Glibc

/// The properties of a file that change when the file is replaced or written.
package struct FileIdentity: Sendable, Hashable, Codable {
  /// The absolute path.
  package let path: String
  /// In bytes.
  package let size: Int64
  /// The modification time in nanoseconds.
  package let modified: Int64
  /// The inode.
  package let inode: UInt64

  /// Reads the properties of a path or a `file:` URI; `nil` if it is not a regular file.
  package init?(location: String) {
    guard let local = localPath(location), let path = g_canonicalize_filename(local, nil) else {
      return nil
    }
    defer { g_free(path) }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = String(cString: path)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    inode = UInt64(status.st_ino)
  }
}

/// The path of a path or a `file:` URI; `nil` for other URIs.
func localPath(_ location: String) -> String? {
  if gst_uri_is_valid(location) == 0 { return location }
  guard location.hasPrefix("file:"), let path = g_filename_from_uri(location, nil, nil) else {
    return nil
  }
  defer { g_free(path) }
  return String(cString: path)
}
