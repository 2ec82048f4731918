public import CoreGraphics
import ImageIO
import Synchronization

/// An image, under the names of UIKit and AppKit.
public final class InterfaceImage: NSObject, CGImageConvertible, Sendable {
  /// The picture, which `lockFocus()` replaces.
  private let picture: Mutex<CGImage>
  /// The size in points that a program states; `nil` follows from the pixels.
  private let statedSize: CGSize?
  /// The pixels of a point.
  public let scale: CGFloat
  /// How ``cgImage`` is turned upright, as photos state it.
  public let imageOrientation: Orientation

  /// How an image is turned upright.
  public enum Orientation: Int, Sendable {
    /// It is upright.
    case up
    /// By 180°.
    case down
    /// By 90° anticlockwise.
    case left
    /// By 90° clockwise.
    case right
    /// As ``up``, and mirrored left to right.
    case upMirrored
    /// As ``down``, and mirrored left to right.
    case downMirrored
    /// As ``left``, and mirrored before.
    case leftMirrored
    /// As ``right``, and mirrored before.
    case rightMirrored
  }

  /// Creates an image of Core Graphics.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }
  /// Creates an empty image.
  public convenience override init() {
    self.init(cgImage: CGImage(width: 1, height: 1, pixels: [0, 0, 0, 0]))
  }
  /// Creates an image of Core Graphics.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(cgImage, scale, orientation, size: nil)
  }
  /// Creates an image of Core Graphics with a size in points; that of the pixels if it is zero.
  public convenience init(cgImage: CGImage, size: CGSize) {
    self.init(cgImage, 1, .up, size: size == .zero ? nil : size)
  }
  /// Creates a transparent image of a size in points, to draw into between `lockFocus()` and `unlockFocus()`.
  public convenience init(size: CGSize) {
    let (width, height) = (
      max(1, Int(size.width.rounded(.up))), max(1, Int(size.height.rounded(.up)))
    )
    let empty = CGImage(
      width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height * 4))
    self.init(empty, 1, .up, size: size)
  }
  private init(
    _ image: CGImage, _ scale: CGFloat, _ orientation: Orientation, size: CGSize?
  ) {
    picture = Mutex(image)
    (self.scale, imageOrientation, statedSize) = (scale, orientation, size)
  }

  private var image: CGImage { picture.withLock { $0 } }
  /// Replaces the picture.
  package func replace(by image: CGImage) { picture.withLock { $0 = image } }
  /// Creates an image from a file; `nil` if it cannot be read.
  public convenience init?(contentsOfFile path: String) {
    self.init(contentsOf: URL(fileURLWithPath: path))
  }
  /// Creates an image from a file; `nil` if it cannot be read.
  public convenience init?(contentsOf url: URL) {
    self.init(CGImageSourceCreateWithURL(url, nil))
  }
  /// Creates an image from the bytes of a file; `nil` if they cannot be read.
  public convenience init?(data: Data) {
    self.init(CGImageSourceCreateWithData(data, nil))
  }
  /// Creates an image from a file of the main bundle; `nil` if there is none.
  public convenience init?(named name: String) {
    let file = URL(fileURLWithPath: name)
    let ending = file.pathExtension.isEmpty ? "png" : file.pathExtension
    let title = file.deletingPathExtension().lastPathComponent
    let found = Bundle.main.url(forResource: title, withExtension: ending)
    self.init(contentsOf: found ?? file)
  }

  private convenience init?(_ source: CGImageSource?) {
    guard let source, let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
      return nil
    }
    let exif = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyOrientation]
    let orientation: Orientation =
      switch (exif as? UInt32).flatMap(CGImagePropertyOrientation.init) ?? .up {
      case .up: .up
      case .upMirrored: .upMirrored
      case .down: .down
      case .downMirrored: .downMirrored
      case .leftMirrored: .leftMirrored
      case .right: .right
      case .rightMirrored: .rightMirrored
      case .left: .left
      }
    self.init(cgImage: image, scale: 1, orientation: orientation)
  }

  /// The image of Core Graphics, as it is stored.
  public var cgImage: CGImage? { image }
  /// The image, turned upright.
  var upright: CGImage {
    let orientation: CGImagePropertyOrientation =
      switch imageOrientation {
      case .up: .up
      case .upMirrored: .upMirrored
      case .down: .down
      case .downMirrored: .downMirrored
      case .leftMirrored: .leftMirrored
      case .right: .right
      case .rightMirrored: .rightMirrored
      case .left: .left
      }
    return image.turned(by: orientation)
  }
  /// The size in points, upright.
  public var size: CGSize {
    if let statedSize { return statedSize }
    let upright = CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
    let swaps: Set<Orientation> = [.left, .right, .leftMirrored, .rightMirrored]
    return swaps.contains(imageOrientation)
      ? CGSize(width: upright.height, height: upright.width) : upright
  }
  /// The image of Core Graphics; the arguments do not count.
  public func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<CGRect>?, context: Any?,
    hints: [AnyHashable: Any]?
  ) -> CGImage? { image }
  /// The bytes of a PNG file, as the image is stored.
  public func pngData() -> Data? { encoded("public.png", nil) }
  /// The bytes of a JPEG file, as the image is stored; the quality is 0…1.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    encoded("public.jpeg", [kCGImageDestinationLossyCompressionQuality: compressionQuality])
  }

  /// The bytes of a TIFF file, as the image is stored.
  public var tiffRepresentation: Data? { encoded("public.tiff", nil) }

  private func encoded(_ type: String, _ properties: CFDictionary?) -> Data? {
    let data = NSMutableData()
    guard let target = CGImageDestinationCreateWithData(data, type, 1, nil) else { return nil }
    CGImageDestinationAddImage(target, image, properties)
    return CGImageDestinationFinalize(target) ? Data(referencing: data) : nil
  }
}
