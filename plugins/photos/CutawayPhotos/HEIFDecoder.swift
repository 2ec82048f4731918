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

  /// Whether libheif is installed.
  package static var isAvailable: Bool { HEIFLibrary.shared != nil }

  /// Decodes a file.
  package func decode(_ file: [UInt8]) throws(ElementError) -> DecodedStill {
    guard let library = HEIFLibrary.shared else {
      throw ElementError(
        "HEIC and AVIF photos need libheif, which is not installed (package libheif1)",
        code: .missingDecoder)
    }
    var picture = try HEIFPicture(file, with: library)
    guard let profile = picture.profile else { return picture.still }
    switch profile.encoding {
    case .sRGB, .unknown: break
    case .displayP3: picture.still.primaries = 12
    case .other: picture.still.convert(from: profile)
    }
    return picture.still
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
