import CutawayDiagnostics
package import CutawayQuirks

extension Quirk {
  /// oggmux chooses serial numbers at random, so that equal exports would be different files.
  package static let oggSerialNumber = Quirk(
    "oggmux numbers streams at random",
    versions: [.all],
    upstream: "by design",
    test: "equal exports are equal files")
}

/// The serial number that identifies a stream in the pages of an Ogg file.
///
/// This type derives it from the contents of the file, so that different files can be concatenated.
/// Source: RFC 3533, section 6.
package enum OggSerialNumber {
  /// The positions of numbers in a page header: four bytes each, little-endian.
  private static let serialPlace = 14, checksumPlace = 22

  /// Sets the serial numbers of all streams in a complete file.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read or written, or is not an Ogg file.
  package static func settle(in path: String) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: true)
    var digest = ContentDigest(), order: [[UInt8]] = []
    try forEachPage(of: file) { page, _ throws(ContainerError) in
      let serial = word(page, at: serialPlace)
      if !order.contains(serial) { order.append(serial) }
      page.set(UInt32(order.firstIndex(of: serial) ?? 0).byteSwapped, at: serialPlace)
      page.set(0 as UInt32, at: checksumPlace)
      digest.add(page)
    }
    try forEachPage(of: file) { page, position throws(ContainerError) in
      let index = order.firstIndex(of: word(page, at: serialPlace)) ?? 0
      let number = ContentDigest.mixed(digest.value, UInt64(index))
      page.set(UInt32(truncatingIfNeeded: number).byteSwapped, at: serialPlace)
      page.set(0 as UInt32, at: checksumPlace)
      page.set(checksum(of: page).byteSwapped, at: checksumPlace)
      try file.write(Array(page.prefix(checksumPlace + 4)), at: position)
    }
  }

  private static func forEachPage(
    of file: borrowing DiskFile,
    _ body: (inout [UInt8], Int) throws(ContainerError) -> Void
  ) throws(ContainerError) {
    let size = try file.size
    var position = 0
    while position < size {
      // A header of 27 bytes, up to 255 lengths, and as many parts.
      let room = try file.read(27 + 255 + 255 * 255, at: position)
      guard room.count >= 27, room.starts(with: Array("OggS".utf8)) else {
        throw ContainerError(.malformed, "the Ogg file has no page at \(position)")
      }
      let count = Int(room[26])
      let length = room.dropFirst(27).prefix(count).reduce(27 + count) { $0 + Int($1) }
      guard length <= room.count else {
        throw ContainerError(.malformed, "the Ogg file is truncated in the page at \(position)")
      }
      var page = Array(room[..<length])
      try body(&page, position)
      position += length
    }
  }

  private static func word(_ page: [UInt8], at place: Int) -> [UInt8] {
    Array(page[place..<place + 4])
  }

  /// The remainders of all byte values for the polynomial 0x04C11DB7.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { value, _ in
      value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7
    }
  }

  /// The checksum of a page whose checksum field is 0.
  private static func checksum(of page: [UInt8]) -> UInt32 {
    let remainders = remainders
    return page.reduce(0) { $0 << 8 ^ remainders[Int($0 >> 24 ^ UInt32($1))] }
  }
}
