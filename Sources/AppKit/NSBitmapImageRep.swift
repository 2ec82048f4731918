public import CoreImage
import CutawayApple

/// An image in memory, with 8 bits for each of red, green, blue and premultiplied alpha.
public final class NSBitmapImageRep: NSObject {
  /// The context that draws into the image; `nil` if a side exceeds 32,767 pixels.
  let context: CGContext?
  /// The size in points; that of the pixels by default.
  public var size: CGSize

  /// The type of a file.
  public enum FileType: UInt, Sendable {
    /// TIFF, PNG and JPEG are written; `representation(using:properties:)` is `nil` for the others.
    case tiff = 0, bmp, gif, jpeg, png, jpeg2000
  }

  /// A property of a file.
  public struct PropertyKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The quality of a JPEG file, 0…1.
    public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
  }

  private init?(width: Int, height: Int) {
    let made = unsafe CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    guard let made else { return nil }
    (context, size) = (made, CGSize(width: width, height: height))
    (pixelsWide, pixelsHigh) = (width, height)
  }

  /// Creates a transparent image; `nil` for other formats than 8 bits in one plane with four components.
  public convenience init?(
    bitmapDataPlanes planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    pixelsWide width: Int, pixelsHigh height: Int, bitsPerSample bps: Int,
    samplesPerPixel spp: Int, hasAlpha alpha: Bool, isPlanar: Bool,
    colorSpaceName: NSColorSpaceName,
    bytesPerRow rBytes: Int, bitsPerPixel pBits: Int
  ) {
    guard unsafe planes == nil, bps == 8, spp == 4, alpha, !isPlanar,
      rBytes == 0 || rBytes == 4 * width
    else { return nil }
    self.init(width: width, height: height)
  }
  /// Creates an image of the pixels of another one.
  public init(cgImage: CGImage) {
    context = CGContext(copying: cgImage)
    (pixelsWide, pixelsHigh) = (cgImage.width, cgImage.height)
    size = CGSize(width: cgImage.width, height: cgImage.height)
  }
  /// Creates an image by rendering one of Core Image; one pixel if that has no end.
  public convenience init(ciImage: CIImage) {
    let rendered = CIContext().createCGImage(ciImage, from: ciImage.extent)
    self.init(cgImage: rendered ?? CGImage(width: 1, height: 1, pixels: [0, 0, 0, 0]))
  }
  /// Creates an image from the bytes of a file; `nil` if they cannot be read.
  public convenience init?(data: Data) {
    guard let source = CGImageSourceCreateWithData(data, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { return nil }
    self.init(cgImage: image)
  }

  /// The number of pixels in a row.
  public let pixelsWide: Int
  /// The number of rows.
  public let pixelsHigh: Int
  /// The distance of two rows.
  public var bytesPerRow: Int { 4 * pixelsWide }
  /// The bits of a component, and those of a pixel.
  public var bitsPerSample: Int { 8 }
  /// The bits of a pixel.
  public var bitsPerPixel: Int { 32 }
  /// The number of components.
  public var samplesPerPixel: Int { 4 }
  /// Whether there is alpha.
  public var hasAlpha: Bool { true }
  /// The pixels, from the upper row.
  public var bitmapData: UnsafeMutablePointer<UInt8>? {
    unsafe context?.data?.assumingMemoryBound(to: UInt8.self)
  }
  /// A copy of the picture.
  public var cgImage: CGImage? { context?.makeImage() }

  /// The colour of a pixel, in columns and rows from the top left; `nil` outside.
  public func colorAt(x: Int, y: Int) -> NSColor? {
    guard (0..<pixelsWide).contains(x), (0..<pixelsHigh).contains(y), let data = unsafe bitmapData
    else { return nil }
    let place = y * bytesPerRow + x * 4
    let alpha = CGFloat(unsafe data[place + 3])
    func part(_ index: Int) -> CGFloat {
      alpha > 0 ? min(1, CGFloat(unsafe data[place + index]) / alpha) : 0
    }
    return NSColor(red: part(0), green: part(1), blue: part(2), alpha: alpha / 255)
  }
  /// Sets the colour of a pixel, in columns and rows from the top left.
  public func setColor(_ color: NSColor, atX x: Int, y: Int) {
    guard let context else { return }
    context.saveGState()
    context.setBlendMode(.copy)
    context.setFillColor(color.cgColor)
    context.fill(CGRect(x: x, y: pixelsHigh - 1 - y, width: 1, height: 1))
    context.restoreGState()
  }

  /// The bytes of a file; `nil` for other types than TIFF, PNG and JPEG.
  ///
  /// - Parameters:
  ///   - storageType: The type of the file.
  ///   - properties: The quality of a JPEG file; others do not count.
  /// - Returns: The bytes.
  public func representation(
    using storageType: FileType, properties: [PropertyKey: Any]
  ) -> Data? {
    guard let cgImage else { return nil }
    let image = NSImage(cgImage: cgImage)
    switch storageType {
    case .tiff: return image.tiffRepresentation
    case .png: return image.pngData()
    case .jpeg:
      let quality = number(in: properties[.compressionFactor])
      return image.jpegData(compressionQuality: CGFloat(quality ?? 0.9))
    case .bmp, .gif, .jpeg2000: return nil
    }
  }
  /// The bytes of a TIFF file.
  public var tiffRepresentation: Data? { representation(using: .tiff, properties: [:]) }

  /// The context with the units of points of a size.
  func focused(_ size: CGSize) -> CGContext? {
    guard let context, size.width > 0, size.height > 0 else { return nil }
    context.scaleBy(
      x: CGFloat(pixelsWide) / size.width, y: CGFloat(pixelsHigh) / size.height)
    return context
  }
}

/// A space of colours.
public struct NSColorSpaceName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Red, green and blue.
  public static let deviceRGB = NSColorSpaceName(rawValue: "NSDeviceRGBColorSpace")
  /// Red, green and blue.
  public static let calibratedRGB = NSColorSpaceName(rawValue: "NSCalibratedRGBColorSpace")
}
