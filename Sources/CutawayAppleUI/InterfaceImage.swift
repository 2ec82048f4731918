public import CoreGraphics
import ImageIO

/// An image, under the names of UIKit and AppKit.
public final class InterfaceImage: NSObject, CGImageConvertible, Sendable {
  private let image: CGImage
  /// The pixels of a point.
  public let scale: CGFloat

  /// Creates an image of Core Graphics.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1) }
  private init(cgImage: CGImage, scale: CGFloat) { (image, self.scale) = (cgImage, scale) }
  /// Creates an image of Core Graphics; the size does not count.
  public convenience init(cgImage: CGImage, size: CGSize) { self.init(cgImage: cgImage) }
  /// Creates an image from a file; `nil` if it cannot be read.
  public convenience init?(contentsOfFile path: String) {
    self.init(contentsOf: URL(fileURLWithPath: path))
  }
  /// Creates an image from a file; `nil` if it cannot be read.
  public convenience init?(contentsOf url: URL) {
    guard let source = CGImageSourceCreateWithURL(url, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { return nil }
    self.init(cgImage: image)
  }
  /// Creates an image from the bytes of a file; `nil` if they cannot be read.
  public convenience init?(data: Data) {
    guard let source = CGImageSourceCreateWithData(data, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { return nil }
    self.init(cgImage: image)
  }
  /// Creates an image from a file of the main bundle; `nil` if there is none.
  public convenience init?(named name: String) {
    let file = URL(fileURLWithPath: name)
    let ending = file.pathExtension.isEmpty ? "png" : file.pathExtension
    let title = file.deletingPathExtension().lastPathComponent
    let found = Bundle.main.url(forResource: title, withExtension: ending)
    self.init(contentsOf: found ?? file)
  }

  /// The image of Core Graphics.
  public var cgImage: CGImage? { image }
  /// The size in points.
  public var size: CGSize {
    CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
  }
  /// The image of Core Graphics; the arguments do not count.
  public func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<CGRect>?, context: Any?,
    hints: [AnyHashable: Any]?
  ) -> CGImage? { image }
  /// The bytes of a PNG file.
  public func pngData() -> Data? { encoded("public.png") }
  /// The bytes of a JPEG file; the quality is 0…1.
  public func jpegData(compressionQuality: CGFloat) -> Data? { encoded("public.jpeg") }

  private func encoded(_ type: String) -> Data? {
    let data = NSMutableData()
    guard let target = CGImageDestinationCreateWithData(data, type, 1, nil) else { return nil }
    CGImageDestinationAddImage(target, image, nil)
    return CGImageDestinationFinalize(target) ? Data(referencing: data) : nil
  }
}
