extension PictureMetadata {
  /// Reads the first directory (TIFF 6.0, section 2).
  mutating func readTIFF(_ file: PictureFile) {
    let (header, entries, count) = Self.directory(read: file.part)
    guard let header else { return isCutOff = true }
    var offsets: [Int] = [], lengths: [Int] = [], width: Int?, height: Int?
    for entry in entries {
      switch entry.tag {
      case 256: width = entry.numbers(header, file).first
      case 257: height = entry.numbers(header, file).first
      case Self.orientationTag: orientation = entry.orientation
      case 0x8773: profile = file.part(entry.count, at: entry.value).map { .plain($0) }
      // Strips, or tiles.
      case 273, 324: offsets = entry.numbers(header, file)
      case 279, 325: lengths = entry.numbers(header, file)
      default: break
      }
    }
    if let width, let height { size = Size(width: width, height: height) }
    isCutOff =
      entries.count < max(1, count) || zip(offsets, lengths).contains { $0 + $1 > file.size }
  }

  private static var orientationTag: Int { 0x0112 }

  /// The orientation in the first directory of Exif data, which have the form of a TIFF file.
  static func orientation(inTIFF bytes: [UInt8]) -> Int? {
    let (_, entries, _) = directory { count, offset in
      offset < 0 || offset > bytes.count - count ? nil : Array(bytes[offset..<offset + count])
    }
    return entries.first { $0.tag == orientationTag }?.orientation
  }

  /// The header, the entries of the first directory, and their stated number.
  private static func directory(
    read: (_ count: Int, _ offset: Int) -> [UInt8]?
  ) -> (TIFFHeader?, [TIFFEntry], Int) {
    guard let head = read(8, 0), let header = TIFFHeader(head),
      let start = read(2, header.directory)
    else { return (nil, [], 0) }
    let count = header.number(start[...])
    let entries = (0..<count).compactMap { index in
      read(12, header.directory + 2 + 12 * index).map { TIFFEntry($0, header) }
    }
    return (header, entries, count)
  }
}

/// The beginning of a TIFF file.
struct TIFFHeader {
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
struct TIFFEntry {
  let tag: Int
  /// The type of the values: 3 for 16 bits, 4 for 32 bits.
  private let type: Int
  let count: Int
  /// The value, or the position of the values.
  let value: Int
  /// The value of an entry with one number of 16 bits.
  private let short: Int
  private let field: [UInt8]

  init(_ bytes: [UInt8], _ header: TIFFHeader) {
    tag = header.number(bytes[0..<2])
    type = header.number(bytes[2..<4])
    count = header.number(bytes[4..<8])
    value = header.number(bytes[8..<12])
    short = header.number(bytes[8..<10])
    field = Array(bytes[8..<12])
  }

  /// Numbers of 16 or 32 bits; none if they have another type, or lie outside of the file.
  func numbers(_ header: TIFFHeader, _ file: PictureFile) -> [Int] {
    let length = type == 3 ? 2 : 4
    guard type == 3 || type == 4, count > 0, count <= PictureFile.largestPart / 4,
      let bytes = count * length <= 4 ? field : file.part(count * length, at: value)
    else { return [] }
    return (0..<count).map { header.number(bytes[$0 * length..<($0 + 1) * length]) }
  }

  /// The value as an orientation; `nil` if it is none.
  var orientation: Int? { (1...8).contains(short) ? short : nil }
}
