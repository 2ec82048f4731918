public import Foundation

/// What a picture file states beside its pixels: an orientation, and an ICC profile.
public struct PictureTags {
  private let exif: [UInt8]?
  private let profile: [UInt8]?

  public init(_ orientation: PictureOrientation? = nil, profile: [UInt8]? = nil) {
    // A little-endian TIFF header, and a directory of one entry: tag 0x0112, a short.
    exif = orientation.map { orientation in
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]
        + [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.exif, 0, 0, 0] + [0, 0, 0, 0]
    }
    self.profile = profile
  }

  /// The picture with the tags: a JPEG, a PNG, or a WebP file with a single chunk.
  ///
  /// - Parameters:
  ///   - picture: The file.
  ///   - size: The size of a WebP picture.
  /// - Returns: The file with the tags.
  public func inserted(into picture: Data, size: (width: Int, height: Int) = (0, 0)) -> Data {
    let bytes = [UInt8](picture)
    if bytes.starts(with: [0x89]) {
      // Behind the header.
      return Data(bytes[..<33] + pngChunks + bytes[33...])
    }
    if bytes.starts(with: Array("RIFF".utf8)) { return Data(webP(Array(bytes[12...]), size)) }
    return Data(bytes[..<2] + jpegSegments + bytes[2...])
  }

  private var jpegSegments: [UInt8] {
    func segment(_ marker: UInt8, _ name: String, _ body: [UInt8]) -> [UInt8] {
      let payload = Array(name.utf8) + body
      return [0xFF, marker] + big(UInt16(payload.count + 2)) + payload
    }
    var result = exif.map { segment(0xE1, "Exif\0\0", $0) } ?? []
    // Profiles are split into parts; these are short, so that there are several.
    let parts = profile.map { profile in
      stride(from: 0, to: profile.count, by: 200).map { Array(profile[$0...].prefix(200)) }
    }
    for (index, part) in (parts ?? []).enumerated() {
      let place = [UInt8(index + 1), UInt8(parts?.count ?? 0)]
      result += segment(0xE2, "ICC_PROFILE\0", place + part)
    }
    return result
  }

  private var pngChunks: [UInt8] {
    var result: [UInt8] = []
    if let profile {
      result += PNGFile.chunk("iCCP", Array("wide\0\0".utf8) + PNGFile.stored(profile))
    }
    if let exif { result += PNGFile.chunk("eXIf", exif) }
    return result
  }

  private func webP(_ chunks: [UInt8], _ size: (width: Int, height: Int)) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }
    let flags: UInt8 = (profile == nil ? 0 : 0x20) | (exif == nil ? 0 : 0x08)
    var body = Array("WEBP".utf8)
    body += chunk(
      "VP8X", [flags, 0, 0, 0] + little(size.width - 1, 3) + little(size.height - 1, 3))
    if let profile { body += chunk("ICCP", profile) }
    body += chunks
    if let exif { body += chunk("EXIF", exif) }
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// A TIFF file of red, green and blue without compression, with these tags.
  ///
  /// - Parameters:
  ///   - pixels: Three bytes for each pixel.
  ///   - width: The width.
  ///   - height: The height.
  ///   - orientation: The orientation.
  ///   - profile: The ICC profile.
  /// - Returns: The file.
  public static func tiff(
    _ pixels: [UInt8], width: Int, height: Int, _ orientation: PictureOrientation = .identity,
    profile: [UInt8]? = nil
  ) -> Data {
    // Big-endian: tag, type (3 short, 4 long, 7 bytes), count, value or position.
    let count = profile == nil ? 10 : 11, end = 8 + 2 + 12 * count + 4
    var entries: [(UInt16, UInt16, Int, Int)] = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, end), (259, 3, 1, 1 << 16),
      (262, 3, 1, 2 << 16), (273, 4, 1, end + 6), (274, 3, 1, Int(orientation.exif) << 16),
      (277, 3, 1, 3 << 16), (278, 4, 1, height), (279, 4, 1, pixels.count),
    ]
    if let profile { entries.append((34_675, 7, profile.count, end + 6 + pixels.count)) }
    var file: [UInt8] = [0x4D, 0x4D, 0, 42] + big(UInt32(8)) + big(UInt16(count))
    for entry in entries {
      file += big(entry.0) + big(entry.1) + big(UInt32(entry.2)) + big(UInt32(entry.3))
    }
    file += [0, 0, 0, 0] + [0, 8, 0, 8, 0, 8] + pixels + (profile ?? [])
    return Data(file)
  }
}

func big(_ number: some FixedWidthInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> $0)
  }
}

/// An ICC profile of red, green and blue with primaries and one curve (ICC.1:2022).
public struct MatrixProfile: Sendable {
  /// The columns of the matrix to XYZ with the white D50: of red, green and blue.
  public let columns: [[Double]]
  /// The exponent of the curve; `nil` for the curve of sRGB.
  public let gamma: Double?

  public init(columns: [[Double]], gamma: Double?) {
    (self.columns, self.gamma) = (columns, gamma)
  }

  /// Display P3, as Apple's profile has it.
  public static let displayP3 = MatrixProfile(
    columns: [[0.5151, 0.2412, -0.0011], [0.2919, 0.6922, 0.0419], [0.1572, 0.0666, 0.7841]],
    gamma: nil)
  /// sRGB (ICC's sRGB2014).
  public static let sRGB = MatrixProfile(
    columns: [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]],
    gamma: nil)
  /// Adobe RGB (1998).
  public static let adobeRGB = MatrixProfile(
    columns: [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]],
    gamma: 2.199_218_75)

  /// Light in XYZ of a colour with components from 0 to 1.
  public func xyz(_ color: [Double]) -> [Double] {
    let light = color.map { value in
      if let gamma { return pow(value, gamma) }
      return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return (0..<3).map { row in (0..<3).reduce(0) { $0 + columns[$1][row] * light[$1] } }
  }

  /// The colour of light in XYZ, whose components may be beyond 0 to 1 and are clipped.
  public func color(_ xyz: [Double]) -> [Double] {
    // Cramer's rule.
    func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
        + c[0] * (a[1] * b[2] - a[2] * b[1])
    }
    let (r, g, b) = (columns[0], columns[1], columns[2]), whole = determinant(r, g, b)
    let light = [
      determinant(xyz, g, b) / whole, determinant(r, xyz, b) / whole,
      determinant(r, g, xyz) / whole,
    ]
    return light.map { light in
      let value = min(1, max(0, light))
      if let gamma { return pow(value, 1 / gamma) }
      return value <= 0.003_130_8 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
  }

  /// The bytes of the profile.
  public var bytes: [UInt8] {
    let curve: [UInt8] =
      if let gamma {
        Self.power(gamma)
      } else {
        Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
          + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(Self.fixed)
      }
    return Self.file(
      "RGB ",
      [
        ("rXYZ", Self.xyz(columns[0])), ("gXYZ", Self.xyz(columns[1])),
        ("bXYZ", Self.xyz(columns[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  /// The bytes of a profile of grey with a curve.
  public static func grey(gamma: Double) -> [UInt8] { file("GRAY", [("kTRC", power(gamma))]) }

  private static func fixed(_ value: Double) -> [UInt8] { big(Int32((value * 65_536).rounded())) }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(fixed)
  }

  private static func power(_ gamma: Double) -> [UInt8] {
    Array("para".utf8) + [0, 0, 0, 0, 0, 0, 0, 0] + fixed(gamma)
  }

  /// A profile of a monitor.
  private static func file(_ space: String, _ own: [(String, [UInt8])]) -> [UInt8] {
    let text = Array("test".utf16).flatMap { big($0) }
    let name =
      Array("mluc".utf8) + [0, 0, 0, 0] + big(UInt32(1)) + big(UInt32(12)) + Array("enUS".utf8)
      + big(UInt32(text.count)) + big(UInt32(28)) + text
    let white = [0.9642, 1, 0.8249]
    let tags = [("desc", name), ("cprt", name), ("wtpt", xyz(white))] + own
    let start = 132 + 12 * tags.count
    var table: [UInt8] = [], body: [UInt8] = []
    for (signature, content) in tags {
      let padded = content + Array(repeating: 0, count: (4 - content.count % 4) % 4)
      table += Array(signature.utf8) + big(UInt32(start + body.count)) + big(UInt32(padded.count))
      body += padded
    }
    var head: [UInt8] = big(UInt32(start + body.count)) + [0, 0, 0, 0] + [4, 0x20, 0, 0]
    head += Array("mntr\(space)XYZ ".utf8) + [UInt16(2026), 1, 1, 0, 0, 0].flatMap { big($0) }
    head += Array("acsp".utf8)
    head += Array(repeating: 0, count: 68 - head.count) + white.flatMap(fixed)
    head += Array(repeating: 0, count: 128 - head.count)
    return head + big(UInt32(tags.count)) + table + body
  }
}

extension PictureOrientation {
  /// The number that Exif has for it, from 1.
  fileprivate var exif: UInt8 {
    switch self {
    case .identity: 1
    case .flip: 2
    case .rotate180: 3
    case .flipRotate180: 4
    case .flipRotate270: 5
    case .rotate90: 6
    case .flipRotate90: 7
    case .rotate270: 8
    }
  }
}
