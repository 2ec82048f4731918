import Foundation

/// The simple blocks of a Matroska file, found by its structure.
struct MatroskaBlocks {
  /// The track of each block, and whether it is marked as a key frame.
  private(set) var blocks: [(track: Int, isKey: Bool)] = []

  init(_ file: Data) { read([UInt8](file)[...]) }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let (name, size) = Self.header(&rest) {
      let body = rest.prefix(size)
      rest = rest.dropFirst(size)
      switch name {
      case [0x18, 0x53, 0x80, 0x67], [0x1F, 0x43, 0xB6, 0x75]: read(body)
      case [0xA3]:
        // Track numbers below 128 have one byte.
        let start = Array(body.prefix(4))
        blocks.append((Int(start[0] & 0x7F), start[3] & 0x80 != 0))
      default: break
      }
    }
  }

  /// An element's name and size.
  private static func header(_ bytes: inout ArraySlice<UInt8>) -> (name: [UInt8], size: Int)? {
    guard let first = bytes.first else { return nil }
    let name = Array(bytes.prefix(first.leadingZeroBitCount + 1))
    bytes = bytes.dropFirst(name.count)
    guard let start = bytes.first else { return nil }
    let length = start.leadingZeroBitCount + 1
    let size = bytes.prefix(length).dropFirst().reduce(Int(start) & (0xFF >> length)) {
      $0 << 8 | Int($1)
    }
    bytes = bytes.dropFirst(length)
    return (name, size)
  }
}
