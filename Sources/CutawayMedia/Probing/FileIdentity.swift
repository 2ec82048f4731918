import CCutawayGStreamer
import CutawaySystem

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
    self.path = String(cString: path)
    // A file that is missing or inaccessible has no identity.
    guard let status = try? FileStatus(of: self.path, followingLink: true),
      status.kind == .regular
    else { return nil }
    size = status.size
    modified = status.modified
    inode = status.inode
  }
}

/// The path of a path or a `file:` URI; `nil` for other URIs.
package func localPath(_ location: String) -> String? {
  if gst_uri_is_valid(location) == 0 { return location }
  guard location.hasPrefix("file:"), let path = g_filename_from_uri(location, nil, nil) else {
    return nil
  }
  defer { g_free(path) }
  return String(cString: path)
}
