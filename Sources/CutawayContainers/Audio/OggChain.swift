/// The streams that follow each other in an Ogg file.
package enum OggChain {
  /// The size of the head of a page without the table of its segments.
  private static let headSize = 27

  /// Whether a file contains several streams one after the other, as recordings of a radio stream, or files
  /// that were appended to each other.
  ///
  /// Pages that begin streams come together at the start of a chain (RFC 3533, 4 and 6).
  package static func isChained(path: String) -> Bool {
    // A file that cannot be read has no pages: GStreamer reports why it cannot be opened.
    guard let file = try? DiskFile(path: path, isWritable: false) else { return false }
    return (try? isChained(file)) ?? false
  }

  private static func isChained(_ file: borrowing DiskFile) throws(ContainerError) -> Bool {
    var place = 0, hasData = false
    while true {
      let head = try file.read(headSize + 255, at: place)
      guard head.count >= headSize, head.starts(with: Array("OggS".utf8)) else { return false }
      let isBeginning = head[5] & 2 != 0
      if isBeginning, hasData { return true }
      if !isBeginning { hasData = true }
      let count = Int(head[26])
      guard head.count >= headSize + count else { return false }
      place += headSize + count + head[headSize..<headSize + count].reduce(0) { $0 + Int($1) }
    }
  }
}
