/// What a picture file states beside its pixels: JPEG, PNG, WebP or TIFF.
package struct PictureMetadata: Sendable, Hashable {
  /// The orientation as in Exif, from 1 to 8; `nil` if none is stated.
  package private(set) var orientation: Int?
  /// The ICC profile; `nil` without one.
  package private(set) var profile: Profile?
  /// Whether the file is a TIFF.
  package private(set) var isTIFF = false

  /// An ICC profile as the file contains it.
  package enum Profile: Sendable, Hashable {
    /// The bytes of the profile.
    case plain([UInt8])
    /// The same, compressed as a zlib stream (RFC 1950).
    case compressed([UInt8])
  }

  /// The largest part of a file that is read at once.
  private static let largestPart = 16 << 20

  /// Reads a file; `nil` if it is no such picture.
  ///
  /// Damage ends the search, and what was found before counts.
  package init?(path: String) {
    guard let file = try? DiskFile(path: path, isWritable: false), let size = try? file.size
    else {
      // The decoder reports files that cannot be read.
      return nil
    }
    self.init(size: size) { count, offset in
      // Fewer bytes than expected are damage.
      (try? file.read(count, at: offset)) ?? []
    }
  }

  /// Reads a file in memory; `nil` if it is no such picture.
  package init?(_ bytes: [UInt8]) {
    self.init(size: bytes.count) { count, offset in
      offset < 0 || offset > bytes.count ? [] : Array(bytes[offset...].prefix(count))
    }
  }

  private init?(size: Int, _ read: (_ count: Int, _ offset: Int) -> [UInt8]) {
    let isKnown = withoutActuallyEscaping(read) { self.read(Source(size: size, read: $0)) }
    guard isKnown else { return nil }
  }

  /// Reads a file; `false` if it is no such picture.
  private mutating func read(_ source: Source) -> Bool {
    let head = source.read(12, 0)
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      readJPEG(source)
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      readPNG(source)
    } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).elementsEqual("WEBP".utf8) {
      readWebP(source)
    } else if TIFFHeader(head) != nil {
      isTIFF = true
      readTIFF(source)
    } else {
      return false
    }
    return true
  }

  /// A file with random access.
  private struct Source {
    let size: Int
    let read: (_ count: Int, _ offset: Int) -> [UInt8]

    /// A part of the file; `nil` if it is too large, or extends past the end.
    func part(_ count: Int, at offset: Int) -> [UInt8]? {
      guard count >= 0, count <= PictureMetadata.largestPart, offset >= 0, offset <= size - count
      else { return nil }
      let bytes = read(count, offset)
      return bytes.count == count ? bytes : nil
    }
  }

  /// Reads the segments before the first scan (ITU-T T.81, annex B).
  private mutating func readJPEG(_ source: Source) {
    var place = 2, parts: [Int: [UInt8]] = [:], count = 0
    while let head = source.part(4, at: place), head[0] == 0xFF {
      // Fill bytes, and markers without a segment.
      if head[1] == 0xFF || head[1] == 0x01 || (0xD0...0xD8).contains(head[1]) {
        place += head[1] == 0xFF ? 1 : 2
        continue
      }
      // The scan, or the end.
      if head[1] == 0xDA || head[1] == 0xD9 { break }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2, let body = source.part(length - 2, at: place + 4) else { break }
      if head[1] == 0xE1, body.starts(with: Array("Exif\0\0".utf8)), orientation == nil {
        orientation = Self.orientation(inTIFF: Array(body.dropFirst(6)))
      } else if head[1] == 0xE2, body.starts(with: Array("ICC_PROFILE\0".utf8)), body.count > 14 {
        // ICC.1, annex B.4: the number of the part, and the number of parts.
        parts[Int(body[12])] = Array(body.dropFirst(14))
        count = Int(body[13])
      }
      place += 2 + length
    }
    let ordered = (1...max(1, count)).compactMap { parts[$0] }
    if count > 0, ordered.count == count { profile = .plain(Array(ordered.joined())) }
  }

  /// Reads the chunks (PNG, third edition, section 5).
  private mutating func readPNG(_ source: Source) {
    var place = 8
    while let head = source.part(8, at: place), let length = head.number(UInt32.self, at: 0) {
      let name = String(decoding: head[4...], as: UTF8.self)
      if name == "IEND" { break }
      if name == "eXIf", let body = source.part(Int(length), at: place + 8) {
        orientation = Self.orientation(inTIFF: body)
      } else if name == "iCCP", let body = source.part(Int(length), at: place + 8),
        let end = body.firstIndex(of: 0), end + 1 < body.count, body[end + 1] == 0
      {
        profile = .compressed(Array(body[(end + 2)...]))
      }
      place += 12 + Int(length)
    }
  }

  /// Reads the chunks (RFC 9649, section 2).
  private mutating func readWebP(_ source: Source) {
    var place = 12
    while let head = source.part(8, at: place) {
      let length = (0..<4).reduce(0) { $0 | Int(head[4 + $1]) << (8 * $1) }
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "ICCP": profile = source.part(length, at: place + 8).map { .plain($0) }
      case "EXIF":
        guard var body = source.part(length, at: place + 8) else { break }
        // Some programs write the beginning of a JPEG segment.
        if body.starts(with: Array("Exif\0\0".utf8)) { body.removeFirst(6) }
        orientation = Self.orientation(inTIFF: body)
      default: break
      }
      place += 8 + length + length % 2
    }
  }

  /// Reads the first directory (TIFF 6.0, section 2).
  private mutating func readTIFF(_ source: Source) {
    for entry in Self.directory(size: source.size, read: source.part) {
      switch entry.tag {
      case Self.orientationTag: orientation = entry.orientation
      case 0x8773: profile = source.part(entry.count, at: entry.value).map { .plain($0) }
      default: break
      }
    }
  }

  private static let orientationTag = 0x0112

  /// The orientation in the first directory of Exif data, which have the form of a TIFF file.
  private static func orientation(inTIFF bytes: [UInt8]) -> Int? {
    let entries = directory(size: bytes.count) { count, offset in
      offset < 0 || offset > bytes.count - count ? nil : Array(bytes[offset..<offset + count])
    }
    return entries.first { $0.tag == orientationTag }?.orientation
  }

  /// The entries of the first directory.
  private static func directory(
    size: Int, read: (_ count: Int, _ offset: Int) -> [UInt8]?
  ) -> [TIFFEntry] {
    guard let head = read(8, 0), let header = TIFFHeader(head),
      let start = read(2, header.directory)
    else { return [] }
    let count = header.number(start[...])
    return (0..<count).compactMap { index in
      read(12, header.directory + 2 + 12 * index).map { TIFFEntry($0, header) }
    }
  }
}

/// The beginning of a TIFF file.
private struct TIFFHeader {
  let isLittle: Bool
  /// The position of the first directory.
  private(set) var directory = 0

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) {
      isLittle = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      isLittle = false
    } else {
      return nil
    }
    directory = number(bytes[4..<8])
  }

  func number(_ bytes: ArraySlice<UInt8>) -> Int {
    (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// An entry of a directory.
private struct TIFFEntry {
  let tag: Int
  let count: Int
  /// The value, or the position of the values.
  let value: Int
  /// The value of an entry with one number of 16 bits.
  private let short: Int

  init(_ bytes: [UInt8], _ header: TIFFHeader) {
    tag = header.number(bytes[0..<2])
    count = header.number(bytes[4..<8])
    value = header.number(bytes[8..<12])
    short = header.number(bytes[8..<10])
  }

  /// The value as an orientation; `nil` if it is none.
  var orientation: Int? { (1...8).contains(short) ? short : nil }
}
