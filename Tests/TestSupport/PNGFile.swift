public import Foundation

/// PNG files that are written by hand.
public enum PNGFile {
  /// The kinds of pixels.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case grey = 0
    case color = 2
    case greyWithAlpha = 4
    case colorWithAlpha = 6

    /// The number of components of a pixel.
    public var components: Int {
      switch self {
      case .grey: 1
      case .greyWithAlpha: 2
      case .color: 3
      case .colorWithAlpha: 4
      }
    }
  }

  /// A file with components of 16 bits, row by row.
  ///
  /// - Parameters:
  ///   - kind: The kind of pixels.
  ///   - components: The components.
  ///   - width: The number of columns.
  ///   - coding: The code points of the colour primaries and the transfer function; `nil` states none.
  /// - Returns: The file.
  public static func deep(
    _ kind: Kind, _ components: [UInt16], width: Int, coding: (UInt8, UInt8)? = nil
  ) -> Data {
    let row = width * kind.components, height = components.count / row
    var pixels: [UInt8] = []
    for y in 0..<height {
      pixels.append(0)
      for component in components[y * row..<(y + 1) * row] { pixels += big(component) }
    }
    let rest: [UInt8] = [16, kind.rawValue, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + rest)
    if let coding { file += chunk("cICP", [coding.0, coding.1, 0, 1]) }
    file += chunk("IDAT", stored(pixels))
    file += chunk("IEND", [])
    return Data(file)
  }

  /// A chunk with its checksum.
  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let payload = Array(name.utf8) + body
    return big(UInt32(body.count)) + payload + big(crc(payload))
  }

  /// A zlib stream with stored blocks (RFC 1950, RFC 1951).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01], a: UInt32 = 1, b: UInt32 = 0
    for start in stride(from: 0, to: bytes.count, by: 300) {
      let block = bytes[start...].prefix(300), isLast = start + 300 >= bytes.count
      let length = UInt16(block.count)
      result += [isLast ? 1 : 0] + big(length).reversed() + big(~length).reversed() + block
    }
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + big(b << 16 | a)
  }

  /// The checksum of a chunk of PNG.
  fileprivate static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return ~crc
  }
}
