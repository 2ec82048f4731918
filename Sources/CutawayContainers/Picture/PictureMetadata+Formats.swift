extension PictureMetadata {
  /// Reads the segments before the first scan (ITU-T T.81, annex B).
  mutating func readJPEG(_ file: PictureFile) {
    var place = 2, parts: [Int: [UInt8]] = [:], count = 0
    while let head = file.part(4, at: place), head[0] == 0xFF {
      // Fill bytes, and markers without a segment.
      if head[1] == 0xFF || head[1] == 0x01 || (0xD0...0xD8).contains(head[1]) {
        place += head[1] == 0xFF ? 1 : 2
        continue
      }
      // The scan, or the end.
      if head[1] == 0xDA || head[1] == 0xD9 { break }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2, let body = file.part(length - 2, at: place + 4) else { break }
      if head[1] == 0xE1, body.starts(with: Array("Exif\0\0".utf8)), orientation == nil {
        orientation = Self.orientation(inTIFF: Array(body.dropFirst(6)))
      } else if head[1] == 0xE2, body.starts(with: Array("ICC_PROFILE\0".utf8)), body.count > 14 {
        // ICC.1, annex B.4: the number of the part, and the number of parts.
        parts[Int(body[12])] = Array(body.dropFirst(14))
        count = Int(body[13])
      } else if (0xC0...0xCF).contains(head[1]), ![0xC4, 0xC8, 0xCC].contains(head[1]), size == nil,
        let height = body.number(UInt16.self, at: 1), let width = body.number(UInt16.self, at: 3)
      {
        size = Size(width: Int(width), height: Int(height))
        if body.count > 5, body[5] == 4 { unsupported = .inks }
      }
      place += 2 + length
    }
    let ordered = (1...max(1, count)).compactMap { parts[$0] }
    if count > 0, ordered.count == count { profile = .plain(Array(ordered.joined())) }
    isCutOff = !Self.hasEndOfJPEG(file, after: place)
  }

  /// Whether the marker of the end follows: in a scan, a byte 0 follows each 0xFF.
  private static func hasEndOfJPEG(_ file: PictureFile, after place: Int) -> Bool {
    // Most files end with it.
    var end = file.size
    while end > place {
      let start = max(place, end - 65_536)
      guard let block = file.part(min(end + 1, file.size) - start, at: start) else { return true }
      if block.indices.dropLast().contains(where: { block[$0] == 0xFF && block[$0 + 1] == 0xD9 }) {
        return true
      }
      end = start
    }
    return false
  }

  /// Reads the chunks (PNG, third edition, section 5).
  mutating func readPNG(_ file: PictureFile) {
    var place = 8
    isCutOff = true
    while let head = file.part(8, at: place), let length = head.number(UInt32.self, at: 0) {
      let name = String(decoding: head[4...], as: UTF8.self)
      var body: [UInt8]? { file.part(Int(length), at: place + 8) }
      switch name {
      case "IHDR":
        if let head = file.part(8, at: place + 8), let width = head.number(UInt32.self, at: 0),
          let height = head.number(UInt32.self, at: 4)
        {
          size = Size(width: Int(width), height: Int(height))
        }
      // The number of pictures (section 11.3.6.1).
      case "acTL":
        if let count = body?.number(UInt32.self, at: 0), count > 1 { unsupported = .animatedPNG }
      case "eXIf": if let body { orientation = Self.orientation(inTIFF: body) }
      case "iCCP":
        if let body, let end = body.firstIndex(of: 0), end + 1 < body.count, body[end + 1] == 0 {
          profile = .compressed(Array(body[(end + 2)...]))
        }
      case "cICP":
        if let body, body.count == 4 {
          coding = Coding(primaries: Int(body[0]), transfer: Int(body[1]))
        }
      case "IEND": isCutOff = false
      default: break
      }
      if name == "IEND" { break }
      place += 12 + Int(length)
    }
  }

  /// Reads the chunks (RFC 9649, section 2).
  mutating func readWebP(_ file: PictureFile) {
    var place = 12
    isCutOff = true
    while let head = file.part(8, at: place) {
      let length = head.little(4, at: 4), name = String(decoding: head[..<4], as: UTF8.self)
      if ["VP8 ", "VP8L", "ANMF"].contains(name), place + 8 + length <= file.size {
        isCutOff = false
      }
      switch name {
      case "VP8X":
        if let body = file.part(10, at: place + 8) {
          size = Size(width: body.little(3, at: 4) + 1, height: body.little(3, at: 7) + 1)
        }
      case "VP8L":
        // Two numbers of 14 bits after a signature.
        if size == nil, let body = file.part(5, at: place + 8) {
          let bits = body.little(4, at: 1)
          size = Size(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        }
      case "VP8 ":
        // RFC 6386, section 9.1: after a tag of 3 bytes and a signature.
        if size == nil, let body = file.part(10, at: place + 8) {
          size = Size(width: body.little(2, at: 6) & 0x3FFF, height: body.little(2, at: 8) & 0x3FFF)
        }
      case "ANIM": unsupported = .animatedWebP
      case "ICCP": profile = file.part(length, at: place + 8).map { .plain($0) }
      case "EXIF":
        guard var body = file.part(length, at: place + 8) else { break }
        // Some programs write the beginning of a JPEG segment.
        if body.starts(with: Array("Exif\0\0".utf8)) { body.removeFirst(6) }
        orientation = Self.orientation(inTIFF: body)
      default: break
      }
      place += 8 + length + length % 2
    }
  }

  /// Reads the header, and finds the end of the last picture (GIF89a).
  mutating func readGIF(_ file: PictureFile) {
    guard let head = file.part(13, at: 0) else { return isCutOff = true }
    size = Size(width: head.little(2, at: 6), height: head.little(2, at: 8))
    // A longer file is not read as a whole.
    guard let bytes = file.part(file.size, at: 0) else { return }
    func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    var place = 13 + table(head[10])
    while place < bytes.count {
      switch bytes[place] {
      case 0x21: place += 2
      case 0x2C: place += 11 + (place + 9 < bytes.count ? table(bytes[place + 9]) : 0)
      // The end, or other bytes behind the last block.
      default: return
      }
      // Data in blocks of up to 255 bytes; an empty one ends them.
      while place < bytes.count, bytes[place] != 0 { place += 1 + Int(bytes[place]) }
      isCutOff = place >= bytes.count
      place += 1
    }
  }

  /// Reads the header (BITMAPINFOHEADER and its successors).
  mutating func readBMP(_ file: PictureFile) {
    guard let head = file.part(34, at: 0), head.little(4, at: 14) >= 40 else { return }
    func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: head.little(4, at: offset))) }
    let (width, height) = (signed(18), abs(signed(22)))
    guard width > 0, height > 0 else { return }
    size = Size(width: width, height: height)
    // Without compression, and with masks, a row takes multiples of four bytes.
    guard [0, 3].contains(head.little(4, at: 30)) else { return }
    let row = (width * head.little(2, at: 28) + 31) / 32 * 4
    let (length, isTooLong) = row.multipliedReportingOverflow(by: height)
    isCutOff = isTooLong || length > file.size - head.little(4, at: 10)
  }
}
