import CutawayImaging
import Synchronization

/// An option of a context.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates an option.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The space of filters: a `CGColorSpace`, which is linear sRGB in any case, or `NSNull` for numbers as they are.
  public static let workingColorSpace = CIContextOption(rawValue: "kCIContextWorkingColorSpace")
  /// The space of results that have none: a `CGColorSpace`, or `NSNull` for numbers as they are.
  public static let outputColorSpace = CIContextOption(rawValue: "kCIContextOutputColorSpace")
  /// The format of intermediate results; they are always numbers of 32 bits.
  public static let workingFormat = CIContextOption(rawValue: "kCIContextWorkingFormat")
  /// Whether the processor computes; it always does.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
  /// Whether intermediate results are kept; they never are.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// Whether the quality of downsampling is high; it always is.
  public static let highQualityDownsample = CIContextOption(
    rawValue: "kCIContextHighQualityDownsample")
  /// The order in which work is done; it has no effect.
  public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
  /// Whether work is done with less power; it has no effect.
  public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
  /// Whether results are multiplied by alpha; they always are.
  public static let outputPremultiplied = CIContextOption(
    rawValue: "kCIContextOutputPremultiplied")
  /// An upper bound for memory; it has no effect.
  public static let memoryLimit = CIContextOption(rawValue: "kCIContextMemoryLimit")
  /// The name of the context.
  public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// Renders images.
///
/// Filters work with light: linear sRGB without limits, in floating-point numbers of 32 bits. The option
/// ``CIContextOption/workingColorSpace`` with `NSNull` turns that off. Any number of threads may use a context.
public final class CIContext: NSObject, @unchecked Sendable {
  // Spaces do not change.

  /// The working space of filters.
  let space: WorkingSpace
  private let output: CGColorSpace?
  /// The space of filters; `nil` without management.
  public var workingColorSpace: CGColorSpace? {
    space.isManaged ? CGColorSpace(rgb: CGColorSpace.linearSRGB) : nil
  }
  /// The format of intermediate results.
  public var workingFormat: CIFormat { .RGBAf }

  /// Creates a context.
  public convenience override init() { self.init(options: nil) }
  /// Creates a context.
  public init(options: [CIContextOption: Any]?) {
    let isUnmanaged = options?[.workingColorSpace] is NSNull
    space = isUnmanaged ? .unmanaged : .linear
    output = options?[.outputColorSpace] as? CGColorSpace
    if let wanted = options?[.workingColorSpace] as? CGColorSpace,
      ColorCoding(wanted)?.transfer != .linear
    {
      Log.warnOnce(
        "CIContext works in linear light with the primaries of BT.709, not in "
          + "\(wanted.name ?? "another space"): filters give other results")
    }
    super.init()
  }
  /// Creates a context.
  ///
  /// The Core Graphics context is not drawn into; use ``createCGImage(_:from:)``.
  public class func context(options: [CIContextOption: Any]?) -> CIContext {
    CIContext(options: options)
  }

  private func coding(_ space: CGColorSpace?) -> ColorCoding {
    (space ?? output).flatMap { ColorCoding($0) } ?? .sRGB
  }

  // MARK: Frames

  /// Renders the part of an image that lies over a frame, whose lower left corner is the origin.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    let bounds = CGRect(
      x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    render(image, to: buffer, bounds: bounds, colorSpace: nil)
  }

  /// Whether frames of this pixel format can be images, and be rendered into.
  package static func supports(_ buffer: CVPixelBuffer) -> Bool {
    PixelBufferPixels(buffer, .sRGB) != nil
  }

  /// Renders a part of an image into a frame.
  ///
  /// Pixels of the frame beyond the part become transparent. A pixel format that is not supported changes nothing, and
  /// gives a warning.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - buffer: The frame.
  ///   - bounds: The part, whose lower left corner goes to that of the frame.
  ///   - colorSpace: The space of the numbers; `nil` is that of the frame's attachments, else that of the context,
  ///     else sRGB.
  public func render(
    _ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?
  ) {
    let own = ColorCoding(buffer)
    let coding = colorSpace.flatMap { ColorCoding($0) } ?? own ?? coding(nil)
    guard let target = PixelBufferPixels(buffer, coding) else {
      return Log.warnOnce("CIContext cannot render into the pixel format of this CVPixelBuffer")
    }
    let part = Region(bounds)
    let frame = Region(
      x: part.isInfinite ? 0 : part.minX, y: part.isInfinite ? 0 : part.minY,
      width: target.width, height: target.height)
    check(image.picture.cropped(to: part).render(frame, into: target, in: space))
  }

  // MARK: Memory

  /// Renders a part of an image into memory, rows from the top.
  ///
  /// Without a space, numbers are those of the working space, as Apple documents it: light, by default. Programs that want
  /// sRGB pass `CGColorSpace(name: CGColorSpace.sRGB)`, or make the context with a working space of `NSNull`.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect,
    format: CIFormat, colorSpace: CGColorSpace?
  ) {
    let coding = colorSpace.map { self.coding($0) } ?? .linear
    guard let layout = format.layout(coding), let region = finiteRegion(bounds) else {
      return Log.warnOnce("CIContext.render(toBitmap:) needs a known format and finite bounds")
    }
    let rows = bytes(of: image, region, layout)
    let size = region.width * layout.bytesPerPixel
    guard rowBytes >= size else {
      return Log.warnOnce("CIContext.render(toBitmap:): rows of \(rowBytes) bytes are too short")
    }
    for row in 0..<region.height {
      unsafe rows.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe (data + row * rowBytes).copyMemory(from: start + row * size, byteCount: size)
      }
    }
  }

  /// Renders a part of an image; `nil` if it is empty or infinite.
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    createCGImage(image, from: fromRect, format: .RGBA8, colorSpace: nil)
  }
  /// Renders a part of an image with 8 bits for each component; `nil` if it is empty or infinite.
  ///
  /// Images of Core Graphics have 8 bits and sRGB in Cutaway, whatever the format and the space; a warning says so once.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    guard let region = finiteRegion(fromRect) else { return nil }
    if let name = (colorSpace ?? output)?.name, coding(colorSpace) != .sRGB {
      Log.warnOnce("images of Core Graphics are sRGB in Cutaway, and not \(name)")
    }
    let bytes = bytes(of: image, region, .rgba(.straight, .sRGB))
    return CGImage(width: region.width, height: region.height, pixels: bytes)
  }
  /// Renders a part of an image.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?,
    deferred: Bool
  ) -> CGImage? { createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace) }

  /// The longest side of a result, and its greatest number of pixels.
  private static let longestSide = 1 << 20, largestArea = 1 << 27

  /// The region of a rectangle; `nil` with a warning for one without end, and one that is too large.
  func finiteRegion(_ rect: CGRect) -> Region? {
    let region = Region(rect)
    if region.isInfinite {
      Log.warnOnce("an image without end needs a rectangle: crop it before it is rendered")
      return nil
    }
    if region.width > Self.longestSide || region.height > Self.longestSide
      || region.width * region.height > Self.largestArea
    {
      Log.warnOnce(
        "an image of \(region.width)×\(region.height) is too large: crop it before it is rendered")
      return nil
    }
    return region.isEmpty ? nil : region
  }

  private func check(_ isComplete: Bool) {
    if !isComplete {
      Log.warnOnce(
        "an intermediate image has more than 134 million pixels, and is left out: crop it before")
    }
  }

  private func bytes(of image: CIImage, _ region: Region, _ layout: PackedLayout) -> [UInt8] {
    let target = BitmapTarget(region, layout)
    check(image.picture.render(region, into: target, in: space))
    return target.bytes.withLock { $0 }
  }

  /// Drops intermediate results; there are none.
  public func clearCaches() {}
  /// Drops intermediate results; there are none.
  public func reclaimResources() {}
  /// The largest extent of an image that can be read.
  public func inputImageMaximumSize() -> CGSize { CGSize(width: 32_768, height: 32_768) }
  /// The largest extent that can be rendered.
  public func outputImageMaximumSize() -> CGSize { CGSize(width: 32_768, height: 32_768) }
}

/// Bytes that are rendered.
private final class BitmapTarget: PixelTarget {
  let bytes: Mutex<[UInt8]>
  private let layout: PackedLayout

  init(_ region: Region, _ layout: PackedLayout) {
    self.layout = layout
    bytes = Mutex(
      Array(repeating: 0, count: region.width * region.height * layout.bytesPerPixel))
  }

  func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {
    for line in lines {
      let size = line.count * layout.bytesPerPixel
      var row = [UInt8](repeating: 0, count: size)
      var span = row.mutableSpan
      line.store(in: &span, layout, space)
      let start = (region.maxY - 1 - line.y) * size
      bytes.withLock { $0.replaceSubrange(start..<start + size, with: row) }
    }
  }
}
