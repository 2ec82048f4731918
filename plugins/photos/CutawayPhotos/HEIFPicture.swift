import CCutawayHEIF
import CutawayColorProfiles
import CutawayElementKit
import Glibc

/// The picture of a HEIF file (ISO/IEC 23008-12), which libheif decodes, puts together from its tiles, crops and turns
/// upright.
struct HEIFPicture {
  var still: DecodedStill
  /// The ICC profile; `nil` without one.
  var profile: ICCProfile?

  /// The largest number of pixels: those of 2 GiB.
  private static let mostPixels = 1 << 28

  /// Decodes the primary picture of a file.
  init(_ file: [UInt8], with library: HEIFLibrary) throws(ElementError) {
    guard let context = library.allocateContext() else {
      throw ElementError("there is no memory for the picture", code: .noMemory)
    }
    defer { library.releaseContext(context) }
    let result = file.withUnsafeBytes { bytes in
      Result { () throws(ElementError) in
        try Self.check(library.read(context, bytes.baseAddress, bytes.count, nil))
        return try Self(context, library)
      }
    }
    self = try result.get()
  }

  private init(
    _ context: UnsafeMutableRawPointer, _ library: HEIFLibrary
  ) throws(ElementError) {
    var opened: UnsafeMutableRawPointer?
    try Self.check(library.primary(context, &opened))
    guard let handle = opened else { throw Self.damaged("it has no picture") }
    defer { library.releaseHandle(handle) }
    let stated = (width: Int(library.width(handle)), height: Int(library.height(handle)))
    guard stated.width > 0, stated.height > 0,
      stated.width.multipliedReportingOverflow(by: stated.height).partialValue <= Self.mostPixels
    else { throw Self.damaged("it has \(stated.width)×\(stated.height) pixels") }
    let hasAlpha = library.hasAlpha(handle) != 0, isDeep = library.bits(handle) > 8
    var decoded: UnsafeMutableRawPointer?
    // Red, green, blue and alpha in one plane; the low byte first.
    try Self.check(
      library.decode(handle, &decoded, Self.rgb, isDeep ? Self.deepRGBA : Self.rgba, nil))
    guard let image = decoded else { throw Self.damaged("it has no picture") }
    defer { library.releaseImage(image) }
    let width = Int(library.imageWidth(image, Self.interleaved))
    let height = Int(library.imageHeight(image, Self.interleaved))
    var stride: Int32 = 0
    guard width > 0, height > 0, width * height <= Self.mostPixels,
      let plane = library.plane(image, Self.interleaved, &stride)
    else { throw Self.damaged("it has no pixels") }
    let length = width * (isDeep ? 8 : 4)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length * height)
    for row in 0..<height {
      bytes += UnsafeBufferPointer(start: plane + row * Int(stride), count: length)
    }
    if isDeep { Self.widen(&bytes, from: Int(library.imageBits(image, Self.interleaved))) }
    if hasAlpha, library.isPremultiplied(handle) != 0 { Self.unpremultiply(&bytes, isDeep: isDeep) }
    still = DecodedStill(
      format: VideoFormat(width: width, height: height, layout: isDeep ? .rgba64 : .rgba),
      bytes: bytes)
    profile = Self.profile(of: handle, library)
    if profile == nil { label(from: handle, library) }
  }

  /// `heif_colorspace_RGB`.
  private static let rgb: Int32 = 1
  /// `heif_chroma_interleaved_RGBA` and `heif_chroma_interleaved_RRGGBBAA_LE`.
  private static let (rgba, deepRGBA): (Int32, Int32) = (11, 15)
  /// `heif_channel_interleaved`.
  private static let interleaved: Int32 = 10

  private static func profile(
    of handle: UnsafeMutableRawPointer, _ library: HEIFLibrary
  ) -> ICCProfile? {
    let size = library.profileSize(handle)
    guard size > 0, size <= 16 << 20 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    guard library.profile(handle, &bytes).code == 0 else { return nil }
    return ICCProfile(bytes)
  }

  /// Takes the primaries and the transfer function that the file states by codes.
  private mutating func label(from handle: UnsafeMutableRawPointer, _ library: HEIFLibrary) {
    var stated: UnsafeMutablePointer<cutaway_heif_nclx>?
    guard library.coding(handle, &stated).code == 0, let stated else { return }
    defer { library.releaseCoding(stated) }
    // 2 is unspecified.
    let coding = stated.pointee
    if coding.color_primaries != 2 { still.primaries = Int(coding.color_primaries) }
    if coding.transfer_characteristics != 2 {
      still.transfer = Int(coding.transfer_characteristics)
    }
  }

  /// Spreads components of 9 to 16 bits over 16 bits.
  private static func widen(_ bytes: inout [UInt8], from bits: Int) {
    guard (9..<16).contains(bits) else { return }
    let largest = 1 << bits - 1
    for place in stride(from: 0, to: bytes.count, by: 2) {
      let value = min(Int(bytes[place]) | Int(bytes[place + 1]) << 8, largest)
      let wide = (value * 65_535 + largest / 2) / largest
      bytes[place] = UInt8(truncatingIfNeeded: wide)
      bytes[place + 1] = UInt8(truncatingIfNeeded: wide >> 8)
    }
  }

  /// Divides colours by their alpha.
  private static func unpremultiply(_ bytes: inout [UInt8], isDeep: Bool) {
    let size = isDeep ? 2 : 1, largest = isDeep ? 65_535 : 255
    func component(_ place: Int) -> Int {
      isDeep ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : Int(bytes[place])
    }
    for pixel in stride(from: 0, to: bytes.count, by: 4 * size) {
      let alpha = component(pixel + 3 * size)
      guard alpha > 0, alpha < largest else { continue }
      for place in stride(from: pixel, to: pixel + 3 * size, by: size) {
        let value = min(largest, (component(place) * largest + alpha / 2) / alpha)
        bytes[place] = UInt8(truncatingIfNeeded: value)
        if isDeep { bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8) }
      }
    }
  }

  private static func check(_ error: cutaway_heif_error) throws(ElementError) {
    if error.code == 0 { return }
    let message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
    throw damaged(message.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  private static func damaged(_ reason: String) -> ElementError {
    ElementError("the HEIF picture cannot be decoded: \(reason)", code: .undecodable)
  }
}
