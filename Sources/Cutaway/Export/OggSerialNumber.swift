import Foundation

/// The number by which the pages of an Ogg file name their stream.
///
/// oggmux of GStreamer 1.22 draws it by lot; here it comes from what the file holds, so that equal exports
/// are equal files, and others can be put one behind the other. Source: RFC 3533, section 6.
struct OggSerialNumber {
  private let file: FileHandle

  /// Gives the streams of a complete file their numbers.
  ///
  /// - Throws: ``ExportError`` where it cannot be read or written, or is no Ogg file.
  static func settle(in path: String) throws(ExportError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // All has been written by then.
      defer { try? file.close() }
      try OggSerialNumber(file: file).settle()
    } catch let error as ExportError {
      throw error
    } catch {
      throw ExportError(.failed, "cannot number the stream of '\(path)': \(error)")
    }
  }

  /// Where numbers lie in a page's header: little end first, four bytes each.
  private static let serialPlace = 14, checksumPlace = 22

  private func settle() throws {
    var digest = ContentDigest(), order: [[UInt8]] = []
    try forEachPage { page, _ in
      let serial = Self.word(page, at: Self.serialPlace)
      if !order.contains(serial) { order.append(serial) }
      page.set(UInt32(order.firstIndex(of: serial) ?? 0), at: Self.serialPlace)
      page.set(0, at: Self.checksumPlace)
      digest.add(page)
    }
    try forEachPage { page, position in
      let index = order.firstIndex(of: Self.word(page, at: Self.serialPlace)) ?? 0
      let number = ContentDigest.mixed(digest.value, UInt64(index))
      page.set(UInt32(truncatingIfNeeded: number), at: Self.serialPlace)
      page.set(0, at: Self.checksumPlace)
      page.set(Self.checksum(of: page), at: Self.checksumPlace)
      try file.seek(toOffset: position)
      try file.write(contentsOf: page.prefix(Self.checksumPlace + 4))
    }
  }

  private func forEachPage(_ body: (inout [UInt8], UInt64) throws -> Void) throws {
    var position: UInt64 = 0
    let size = try file.seekToEnd()
    while position < size {
      try file.seek(toOffset: position)
      // A header of 27 bytes, up to 255 lengths, and as many parts.
      let room = Array(try file.read(upToCount: 27 + 255 + 255 * 255) ?? Data())
      guard room.count >= 27, room.starts(with: Array("OggS".utf8)) else {
        throw ExportError(.failed, "the Ogg file has no page at \(position)")
      }
      let count = Int(room[26])
      let length = room.dropFirst(27).prefix(count).reduce(27 + count) { $0 + Int($1) }
      guard length <= room.count else {
        throw ExportError(.failed, "the Ogg file breaks off in the page at \(position)")
      }
      var page = Array(room[..<length])
      try body(&page, position)
      position += UInt64(length)
    }
  }

  private static func word(_ page: [UInt8], at place: Int) -> [UInt8] {
    Array(page[place..<place + 4])
  }

  /// The remainders of all bytes by the polynomial 0x04C11DB7.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { value, _ in
      value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7
    }
  }

  /// Of a page whose own field for it is 0.
  private static func checksum(of page: [UInt8]) -> UInt32 {
    let remainders = remainders
    return page.reduce(0) { $0 << 8 ^ remainders[Int($0 >> 24 ^ UInt32($1))] }
  }
}

extension [UInt8] {
  /// Writes a number over four bytes, its little end first.
  fileprivate mutating func set(_ number: UInt32, at place: Int) {
    for index in 0..<4 { self[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }
}
