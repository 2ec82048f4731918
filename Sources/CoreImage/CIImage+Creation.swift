import CutawayImaging

/// An option of an image or of a file.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates an option.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The space of the numbers: a `CGColorSpace`, or `NSNull` for numbers that are taken as they are.
  public static let colorSpace = CIImageOption(rawValue: "kCIImageColorSpace")
  /// Properties of the image.
  public static let properties = CIImageOption(rawValue: "kCIImageProperties")
  /// Whether a file's image is turned upright.
  public static let applyOrientationProperty = CIImageOption(
    rawValue: "kCIImageApplyOrientationProperty")
  /// Whether transforms show the nearest pixel.
  public static let nearestSampling = CIImageOption(rawValue: "kCIImageNearestSampling")
}

extension CIImage: InstanceProvider {
  /// Creates an image of a frame, whose attachments say what its numbers mean; without them, they are sRGB.
  ///
  /// The frame is read when the image is rendered. A pixel format that is not supported gives an empty image, and a
  /// warning.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
    self.init(cvPixelBuffer: pixelBuffer, options: nil)
  }
  /// Creates an image of a frame.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]?
  ) {
    let space = options?[.colorSpace]
    var coding = ColorCoding(pixelBuffer) ?? .sRGB
    if let space = space as? CGColorSpace {
      coding = ColorCoding(space) ?? coding
    } else if space is NSNull {
      coding = .linear
    }
    guard let pixels = PixelBufferPixels(pixelBuffer, coding) else {
      Log.warnOnce("CIImage cannot show frames with the pixel format of this CVPixelBuffer")
      self.init(.empty)
      return
    }
    self.init(
      Picture(pixels),
      colorSpace: space as? CGColorSpace ?? ColorCoding(pixelBuffer).map { CGColorSpace($0) },
      pixelBuffer: pixelBuffer,
      isSmooth: !isTrue(options?[.nearestSampling]))
  }
  /// Creates an image of a frame.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) {
    self.init(cvPixelBuffer: imageBuffer, options: nil)
  }
  /// Creates an image of a frame.
  public convenience init(
    cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]?
  ) { self.init(cvPixelBuffer: imageBuffer, options: options) }

  /// Creates an image of one of Core Graphics.
  public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }
  /// Creates an image of one of Core Graphics.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]?) {
    let space = options?[.colorSpace]
    let own = image.colorSpace.flatMap { ColorCoding($0) } ?? .sRGB
    let coding =
      space is NSNull ? .linear : (space as? CGColorSpace).flatMap { ColorCoding($0) } ?? own
    let bitmap = Bitmap(
      width: image.width, height: image.height, bytes: image.pixels, .rgba(.straight, coding))
    self.init(
      bitmap.map { Picture($0) } ?? .empty,
      properties: options?[.properties] as? [String: Any] ?? [:],
      colorSpace: image.colorSpace, cgImage: image,
      isSmooth: !isTrue(options?[.nearestSampling]))
  }

  /// Creates the image of a file's bytes; `nil` if they cannot be read.
  public convenience init?(data: Data) { self.init(data: data, options: nil) }
  /// Creates the image of a file's bytes; `nil` if they cannot be read.
  public convenience init?(data: Data, options: [CIImageOption: Any]?) {
    guard let image = CIImage.read(CGImageSourceCreateWithData(data, nil), options) else {
      return nil
    }
    self.init(providing: { sameInstance(image) })
  }
  /// Creates the image of a file; `nil` if it cannot be read.
  public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }
  /// Creates the image of a file; `nil` if it cannot be read.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]?) {
    guard let image = CIImage.read(CGImageSourceCreateWithURL(url, nil), options) else {
      return nil
    }
    self.init(providing: { sameInstance(image) })
  }

  private static func read(
    _ source: CGImageSource?, _ options: [CIImageOption: Any]?
  ) -> CIImage? {
    guard let source, let first = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
      return nil
    }
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) ?? [:]
    var options = options ?? [:]
    options[.properties] = properties
    let image = CIImage(cgImage: first, options: options)
    guard isTrue(options[.applyOrientationProperty]),
      let value = properties[kCGImagePropertyOrientation],
      let number = (value as? NSNumber)?.int32Value ?? (value as? Int).map({ Int32($0) })
        ?? (value as? UInt32).map({ Int32($0) })
    else { return image }
    return image.oriented(forExifOrientation: number)
  }

  /// Creates an image that fills the plane with a colour.
  public convenience init(color: CIColor) { self.init(.color(color.color)) }

  /// Creates an image of pixels in memory; empty if there are too few bytes.
  public convenience init(
    bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    let coding = colorSpace.flatMap { ColorCoding($0) } ?? .linear
    let bitmap = format.layout(coding).flatMap { layout in
      Bitmap(
        width: Int(size.width), height: Int(size.height), bytes: [UInt8](data),
        bytesPerRow: bytesPerRow, layout)
    }
    if bitmap == nil { Log.warnOnce("CIImage(bitmapData:): too few bytes, or an unknown format") }
    self.init(bitmap.map { Picture($0) } ?? .empty, colorSpace: colorSpace)
  }

  /// The plane in black, white, and other colours.
  public static let black = CIImage(color: .black)
  /// The plane in white.
  public static let white = CIImage(color: .white)
  /// The plane in grey.
  public static let gray = CIImage(color: .gray)
  /// The plane in red.
  public static let red = CIImage(color: .red)
  /// The plane in green.
  public static let green = CIImage(color: .green)
  /// The plane in blue.
  public static let blue = CIImage(color: .blue)
  /// The plane in cyan.
  public static let cyan = CIImage(color: .cyan)
  /// The plane in magenta.
  public static let magenta = CIImage(color: .magenta)
  /// The plane in yellow.
  public static let yellow = CIImage(color: .yellow)
  /// The plane without colour.
  public static let clear = CIImage(color: .clear)
}

/// Whether a value of an option means yes.
func isTrue(_ value: Any?) -> Bool {
  value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
}
