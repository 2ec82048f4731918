import CCutawayGStreamer

/// Identifies a version of a file, to detect changes.
struct FileVersion: Sendable, Hashable {
  private var size: gint64 = 0
  private var modified: gint64 = 0
  private var inode: guint64 = 0

  /// Identifies a file; `nil` if it is not a file of this machine, or does not exist.
  ///
  /// - Parameter location: A path or a URI.
  init?(location: String) {
    let isURI = gst_uri_is_valid(location) != 0
    let path = isURI ? g_filename_from_uri(location, nil, nil) : g_strdup(location)
    guard let path else { return nil }
    defer { g_free(path) }
    guard gst_swift_stat(path, &size, &modified, &inode) != 0 else { return nil }
  }
}
