/// How alpha is stored with a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha.
  case none = 0
  /// Red, green and blue are multiplied by alpha, which comes last, or first.
  case premultipliedLast = 1, premultipliedFirst = 2
  /// Straight alpha, which comes last, or first.
  case last = 3, first = 4
  /// A byte that means nothing comes last, or first.
  case noneSkipLast = 5, noneSkipFirst = 6
  /// Only alpha.
  case alphaOnly = 7
}

/// The order of the bytes of a pixel.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates an order from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The bits of ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1f)
  /// The bits of the order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Components in the order of memory.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// 32-bit words whose lowest byte comes first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// 32-bit words whose highest byte comes first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// Bytes of an image.
public final class CGDataProvider: Sendable {
  /// The bytes.
  public let data: CFData?
  /// Creates a provider of bytes.
  public init?(data: CFData) { self.data = data }
}

/// How colours outside of a space are mapped into it; Cutaway does not do it.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The cases of Core Graphics.
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// An image in memory: 8 bits for each of red, green, blue and straight alpha.
public final class CGImage: Sendable, Hashable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// Red, green, blue and straight alpha, one byte each, rows from the top.
  package let pixels: [UInt8]
  /// The file of the image; `nil` for one that was made in memory.
  package let file: URL?
  /// The space of the colours.
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }
  /// The bits of a component.
  public var bitsPerComponent: Int { 8 }
  /// The bits of a pixel.
  public var bitsPerPixel: Int { 32 }
  /// The bytes of a row.
  public var bytesPerRow: Int { width * 4 }
  /// Straight alpha comes last.
  public var alphaInfo: CGImageAlphaInfo { .last }
  /// The order of the bytes.
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }
  /// The bytes of the pixels.
  public var dataProvider: CGDataProvider? { CGDataProvider(data: Data(pixels)) }

  /// Creates an image of straight RGBA.
  package init(width: Int, height: Int, pixels: [UInt8], file: URL? = nil) {
    precondition(pixels.count == width * height * 4, "an image has four bytes a pixel")
    (self.width, self.height, self.pixels, self.file) = (width, height, pixels, file)
  }

  /// Creates an image from bytes; `nil` if it does not have 8 bits per component, or too few bytes.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    let bytesPerPixel = bitsPerPixel / 8, used = width * bytesPerPixel
    guard bitsPerComponent == 8, width > 0, height > 0, let data = provider.data else { return nil }
    guard bytesPerRow >= used, data.count >= bytesPerRow * (height - 1) + used,
      let pixels = straightPixels(
        Array(data), width: width, height: height, bytesPerPixel: bytesPerPixel,
        bytesPerRow: bytesPerRow, bitmapInfo)
    else { return nil }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// A part of the image, in pixels from the top left; `nil` if it lies outside.
  public func cropping(to rect: CGRect) -> CGImage? {
    let area = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !area.isNull, !area.isEmpty else { return nil }
    let (left, top, columns) = (Int(area.minX), Int(area.minY), Int(area.width))
    var rows: [UInt8] = []
    for row in top..<top + Int(area.height) {
      let start = (row * width + left) * 4
      rows += pixels[start..<start + columns * 4]
    }
    return CGImage(width: columns, height: Int(area.height), pixels: rows)
  }

  /// The image itself, because images do not change.
  public func copy() -> CGImage? { self }

  /// Whether two images have the same pixels.
  public static func == (a: CGImage, b: CGImage) -> Bool {
    a === b || a.width == b.width && a.height == b.height && a.pixels == b.pixels
  }

  /// Hashes the size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
  }
}

/// Pixels as red, green, blue and straight alpha; `nil` for an unknown layout.
private func straightPixels(
  _ bytes: [UInt8], width: Int, height: Int, bytesPerPixel: Int, bytesPerRow: Int,
  _ info: CGBitmapInfo
) -> [UInt8]? {
  guard [1, 3, 4].contains(bytesPerPixel),
    let alphaInfo = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
  else { return nil }
  let isLittle = info.intersection(.byteOrderMask) == .byteOrder32Little
  let isFirst = [.first, .premultipliedFirst, .noneSkipFirst].contains(alphaInfo)
  let isOpaque = [.none, .noneSkipFirst, .noneSkipLast].contains(alphaInfo)
  let isPremultiplied = [.premultipliedFirst, .premultipliedLast].contains(alphaInfo)
  var result: [UInt8] = []
  result.reserveCapacity(width * height * 4)
  for row in 0..<height {
    for column in 0..<width {
      let start = row * bytesPerRow + column * bytesPerPixel
      if bytesPerPixel == 1 {
        let grey = bytes[start]
        result += alphaInfo == .alphaOnly ? [0, 0, 0, grey] : [grey, grey, grey, 255]
        continue
      }
      var pixel = Array(bytes[start..<start + bytesPerPixel])
      if isLittle, bytesPerPixel == 4 { pixel.reverse() }
      if bytesPerPixel == 3 {
        pixel.append(255)
      } else if isFirst {
        pixel.append(pixel.removeFirst())
      }
      if isOpaque { pixel[3] = 255 }
      if isPremultiplied, pixel[3] > 0 {
        let alpha = Int(pixel[3])
        for index in 0..<3 {
          pixel[index] = UInt8(min(255, (Int(pixel[index]) * 255 + alpha / 2) / alpha))
        }
      }
      result += pixel
    }
  }
  return result
}
