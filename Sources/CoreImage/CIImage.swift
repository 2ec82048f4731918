import CutawayImaging
import CutawayKeyframes

/// A recipe for an image; nothing is computed before a ``CIContext`` renders it.
///
/// The y axis points upwards. The lowest left pixel of an image from a frame or from a file lies at the origin.
public final class CIImage: NSObject, NSCopying, @unchecked Sendable {
  // Nothing changes; properties are values of a property list.

  let picture: Picture
  /// The properties of the file of the image.
  public let properties: [String: Any]
  /// The space of the image, if it came from one.
  public let colorSpace: CGColorSpace?
  /// The frame of which the image was made, if it shows all of it.
  public let pixelBuffer: CVPixelBuffer?
  /// The image of which this one was made, if it shows all of it.
  public let cgImage: CGImage?
  /// Whether transforms interpolate between pixels.
  private let isSmooth: Bool

  init(
    _ picture: Picture, properties: [String: Any] = [:], colorSpace: CGColorSpace? = nil,
    pixelBuffer: CVPixelBuffer? = nil, cgImage: CGImage? = nil, isSmooth: Bool = true
  ) {
    (self.picture, self.properties, self.colorSpace) = (picture, properties, colorSpace)
    (self.pixelBuffer, self.cgImage, self.isSmooth) = (pixelBuffer, cgImage, isSmooth)
    super.init()
  }

  private func with(_ picture: Picture) -> CIImage {
    CIImage(picture, properties: properties, colorSpace: colorSpace, isSmooth: isSmooth)
  }

  /// Where the image has pixels; `CGRect.infinite` for generators and clamped images.
  public var extent: CGRect { CGRect(picture.extent) }

  /// An image without pixels.
  public class func empty() -> CIImage { CIImage(.empty) }

  /// The image itself, because images do not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Geometry

  /// The image, moved, scaled, turned or sheared.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    with(picture.transformed(by: TransformMatrix(matrix), isSmooth: isSmooth))
  }
  /// The image, moved, scaled, turned or sheared; the quality is always high.
  public func transformed(
    by matrix: CGAffineTransform, highQualityDownsample: Bool
  ) -> CIImage { transformed(by: matrix) }
  /// The part of the image in a rectangle.
  public func cropped(to rect: CGRect) -> CIImage { with(picture.cropped(to: Region(rect))) }
  /// The image with its edges repeated without end.
  public func clampedToExtent() -> CIImage { with(picture.clamped()) }
  /// The part of the image in a rectangle, with its edges repeated without end.
  public func clamped(to rect: CGRect) -> CIImage {
    with(picture.cropped(to: Region(rect)).clamped())
  }
  /// The image whose transforms show the nearest pixel.
  public func samplingNearest() -> CIImage {
    CIImage(picture, properties: properties, colorSpace: colorSpace, isSmooth: false)
  }
  /// The image whose transforms interpolate between pixels.
  public func samplingLinear() -> CIImage {
    CIImage(picture, properties: properties, colorSpace: colorSpace)
  }

  /// The image, turned upright.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }
  /// The image, turned upright; 1…8 are the values of EXIF, and others change nothing.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    CGImagePropertyOrientation(rawValue: UInt32(truncatingIfNeeded: orientation)).map(oriented)
      ?? self
  }
  /// The transform that turns the image upright, for a value of EXIF.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    CGImagePropertyOrientation(rawValue: UInt32(truncatingIfNeeded: orientation))
      .map(orientationTransform) ?? .identity
  }
  /// The transform that turns the image upright; its lower left corner goes to the origin.
  public func orientationTransform(for orientation: CGImagePropertyOrientation)
    -> CGAffineTransform
  {
    let (w, h) = (extent.width, extent.height)
    let turn =
      switch orientation {
      case .up: CGAffineTransform.identity
      case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
      case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
      case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
      case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
      case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
      case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
      case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
      }
    if extent.isInfinite { return .identity }
    return CGAffineTransform(translationX: -extent.minX, y: -extent.minY).concatenating(turn)
  }

  // MARK: Filters

  /// The output of a filter whose input is this image; this image if there is no such filter.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
    guard let filter = CIFilter(name: filterName) else { return self }
    if filter.inputKeys.contains(kCIInputImageKey) {
      filter.setValue(self, forKey: kCIInputImageKey)
    }
    for (key, value) in params { filter.setValue(value, forKey: key) }
    return filter.outputImage ?? .empty()
  }
  /// The output of a filter with its defaults whose input is this image.
  public func applyingFilter(_ filterName: String) -> CIImage {
    applyingFilter(filterName, parameters: [:])
  }
  /// The image, blurred; the result is larger by three standard deviations on each side.
  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    var blur = GaussianBlurFilter()
    (blur.image, blur.radius) = (picture, sigma)
    return with(blur.output ?? picture)
  }
  /// The image in front of another one.
  public func composited(over dest: CIImage) -> CIImage { with(picture.over(dest.picture)) }
  /// The image with colours multiplied by alpha.
  public func premultiplyingAlpha() -> CIImage { with(picture.multipliedByAlpha(true)) }
  /// The image with colours divided by alpha.
  public func unpremultiplyingAlpha() -> CIImage { with(picture.multipliedByAlpha(false)) }
  /// The image, opaque within a rectangle and transparent outside of it.
  public func settingAlphaOne(in extent: CGRect) -> CIImage {
    with(picture.opaque(in: Region(extent)))
  }
  /// The image with additional properties.
  public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
    let own = properties.reduce(into: [String: Any]()) { result, entry in
      if let key = entry.key as? String { result[key] = entry.value }
    }
    return CIImage(picture, properties: own, colorSpace: colorSpace, isSmooth: isSmooth)
  }
  /// The image whose numbers in a space are taken as those of the working space.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    ColorCoding(colorSpace).map { with(picture.decoded(from: $0)) }
  }
  /// The image whose numbers are those of a space.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    ColorCoding(colorSpace).map { with(picture.encoded(to: $0)) }
  }
  /// The image; renderings keep what they need without being asked.
  public func insertingIntermediate() -> CIImage { self }
  /// The image; renderings keep what they need without being asked.
  public func insertingIntermediate(cache: Bool) -> CIImage { self }

  /// The region of an image that a region of this one needs; everything that the image has.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect { image.extent }

  /// The extent, as a text.
  public override var description: String { "<CIImage: extent \(extent)>" }
}

extension Region {
  /// The pixels that a rectangle touches.
  init(_ rect: CGRect) {
    if rect.isInfinite {
      self = .infinite
    } else {
      self =
        Region(
          covering: Double(rect.minX), Double(rect.minY), Double(rect.maxX), Double(rect.maxY))
        ?? .empty
    }
  }
}

extension CGRect {
  /// The rectangle of a region.
  init(_ region: Region) {
    if region == .infinite {
      self = .infinite
    } else {
      self = CGRect(x: region.minX, y: region.minY, width: region.width, height: region.height)
    }
  }
}

extension TransformMatrix {
  /// The same transform.
  init(_ transform: CGAffineTransform) {
    self.init(
      a: Double(transform.a), b: Double(transform.b), c: Double(transform.c),
      d: Double(transform.d), tx: Double(transform.tx), ty: Double(transform.ty))
  }
}
