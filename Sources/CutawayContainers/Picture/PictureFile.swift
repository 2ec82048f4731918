/// A picture file with random access.
struct PictureFile {
  /// The length in bytes.
  let size: Int
  /// Reads up to a number of bytes at a position.
  let read: (_ count: Int, _ offset: Int) -> [UInt8]

  /// The largest part of a file that is read at once.
  static let largestPart = 16 << 20

  /// A part of the file; `nil` if it is too large, or extends past the end.
  func part(_ count: Int, at offset: Int) -> [UInt8]? {
    guard count >= 0, count <= Self.largestPart, offset >= 0, offset <= size - count
    else { return nil }
    let bytes = read(count, offset)
    return bytes.count == count ? bytes : nil
  }
}

extension Array<UInt8> {
  /// A number with its lowest byte first; 0 beyond the end.
  func little(_ count: Int, at offset: Int) -> Int {
    (0..<count).reduce(0) {
      $0 | (offset + $1 < self.count ? Int(self[offset + $1]) << (8 * $1) : 0)
    }
  }
}
