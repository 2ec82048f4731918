import Glibc

/// Operations on the names of files.
///
/// Foundation replaces, merges or retries where these calls fail. The system copies every path, so
/// the calls keep no pointer.
package enum FileSystem {
  /// Renames a file, and replaces an existing one.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    try check(unsafe Glibc.rename(path, other))
  }

  /// Gives a file a second name, and fails if that exists.
  package static func link(_ path: String, to other: String) throws(SystemError) {
    try check(unsafe Glibc.link(path, other))
  }

  /// Removes a name of a file that is not a directory.
  package static func removeFile(_ path: String) throws(SystemError) {
    try check(unsafe unlink(path))
  }

  /// Creates a directory, and fails if the name exists.
  package static func createDirectory(_ path: String) throws(SystemError) {
    try check(unsafe mkdir(path, 0o777))
  }

  /// Removes an empty directory.
  package static func removeDirectory(_ path: String) throws(SystemError) {
    try check(unsafe rmdir(path))
  }

  /// Checks that this process may create files in a directory.
  package static func checkWritable(directory path: String) throws(SystemError) {
    try check(unsafe access(path, W_OK | X_OK))
  }

  /// The names in a directory, in no order; none if it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name ends with 0 inside of the entry, which is valid until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The paths that match a pattern, in which `*` stands for any characters of a name but a period at its
  /// start, and `?` for one; in no order.
  package static func paths(matching pattern: String) -> [String] {
    var found = unsafe glob_t()
    // The system fills the structure with paths that it allocates, and frees them.
    defer { unsafe globfree(&found) }
    let escaped = pattern.replacing("\\", with: "\\\\").replacing("[", with: "\\[")
    guard unsafe glob(escaped, GLOB_NOSORT, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(clamping: found.gl_pathc)).compactMap { index in
      unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
    }
  }

  /// The absolute path of a file, without symbolic links.
  package static func resolvedPath(_ path: String) throws(SystemError) -> String {
    // The system allocates the result for the caller.
    guard let resolved = unsafe realpath(path, nil) else { throw .last }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The bytes that this user may still write to the file system of a directory.
  package static func freeSpace(at directory: String) throws(SystemError) -> Int64 {
    var status = statvfs()
    // The system fills the structure, which outlives the call.
    try check(unsafe statvfs(directory, &status))
    return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }
}
