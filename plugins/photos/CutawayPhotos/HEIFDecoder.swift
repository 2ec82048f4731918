import CutawayColorProfiles
package import CutawayElementKit

/// Decodes HEIC and AVIF photos with libheif.
///
/// Tiles are put together, and the picture is upright. It has 8 bits, or 16 if the file has more than 8, and alpha. Numbers
/// that an ICC profile explains become Display P3, unless they are sRGB; others are labelled as the file says.
///
/// ```sh
/// gst-launch-1.0 filesrc location=photo.heic ! heifdec ! videoconvert ! pngenc ! filesink location=photo.png
/// ```
package struct HEIFDecoder: StillDecoder, Hashable {
  /// The factory name in GStreamer.
  package static let name = "heifdec"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Decodes HEIC and AVIF photos"
  /// The kinds of HEIF files with one picture.
  package static let mediaTypes = ["image/heic", "image/heif", "image/avif"]

  /// Creates a decoder.
  package init() {}

  /// A form of the pictures in HEIF files, with libheif's number (`heif_compression_format`).
  package enum Coding: Int32, Sendable {
    /// HEIC.
    case hevc = 1
    /// AVIF.
    case av1 = 4
  }

  /// The Debian package that is missing to decode such pictures; `nil` if none is.
  ///
  /// Since libheif 1.16, Debian has each decoder in a package of its own.
  ///
  /// - Parameter coding: The form of the pictures.
  /// - Returns: The name of the package.
  package static func missingPackage(for coding: Coding) -> String? {
    guard let library = HEIFLibrary.shared else { return "libheif1" }
    if library.hasDecoder(coding.rawValue) != 0 { return nil }
    return switch coding {
    case .hevc: "libheif-plugin-libde265"
    case .av1: "libheif-plugin-dav1d"
    }
  }

  /// Decodes a file.
  package func decode(_ file: [UInt8]) throws(ElementError) -> DecodedStill {
    guard let library = HEIFLibrary.shared else {
      throw ElementError(
        "HEIC and AVIF photos need libheif, which is not installed (package libheif1)",
        code: .missingDecoder)
    }
    var picture: HEIFPicture
    do {
      picture = try HEIFPicture(file, with: library)
    } catch {
      let coding = Coding(of: file)
      guard let package = Self.missingPackage(for: coding) else { throw error }
      throw ElementError(
        "\(coding.name) photos need a decoder of libheif, which is not installed (package "
          + "\(package))", code: .missingDecoder)
    }
    guard let profile = picture.profile else { return picture.still }
    switch profile.encoding {
    case .sRGB, .unknown: break
    case .displayP3: picture.still.primaries = 12
    case .other: picture.still.convert(from: profile)
    }
    return picture.still
  }
}

extension HEIFDecoder.Coding {
  /// The likely form of a file's pictures, by the brands at its start (ISO/IEC 14496-12).
  fileprivate init(of file: [UInt8]) {
    let brands = file.dropFirst(8).prefix(32)
    self =
      brands.indices.dropLast(3).contains { brands[$0...].starts(with: Array("avif".utf8)) }
      ? .av1 : .hevc
  }

  fileprivate var name: String {
    switch self {
    case .hevc: "HEIC"
    case .av1: "AVIF"
    }
  }
}

extension DecodedStill {
  /// Converts the pixels to Display P3 with 16 bits.
  fileprivate mutating func convert(from profile: ICCProfile) {
    guard let converter = ProfileConverter(profile, .rgba16) else { return }
    let isDeep = format.layout == .rgba64, size = isDeep ? 2 : 1
    func component(_ place: Int) -> UInt16 {
      isDeep ? UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8 : UInt16(bytes[place]) * 257
    }
    var deep: [UInt8] = []
    deep.reserveCapacity(format.width * format.height * 8)
    for y in 0..<format.height {
      let start = y * format.width * 4 * size
      var row = (0..<format.width).map { x in
        let place = start + x * 4 * size
        return SIMD4(
          component(place), component(place + size), component(place + 2 * size),
          component(place + 3 * size))
      }
      var pixels = row.mutableSpan
      converter.apply(to: &pixels)
      for pixel in row {
        for index in 0..<4 {
          deep += [UInt8(truncatingIfNeeded: pixel[index]), UInt8(pixel[index] >> 8)]
        }
      }
    }
    format = VideoFormat(width: format.width, height: format.height, layout: .rgba64)
    (bytes, primaries, transfer) = (deep, 12, 13)
  }
}
