/// Bytes that replace those at a position of a file.
package struct FilePatch: Sendable, Hashable {
  package var position: Int
  package var bytes: [UInt8]

  package init(position: Int, bytes: [UInt8]) {
    self.position = position
    self.bytes = bytes
  }

  /// Writes patches into a file.
  ///
  /// Without patches, the file is not opened.
  package static func apply(_ patches: [FilePatch], to path: String) throws(ContainerError) {
    guard !patches.isEmpty else { return }
    let file = try DiskFile(path: path, isWritable: true)
    for patch in patches { try file.write(patch.bytes, at: patch.position) }
  }
}
