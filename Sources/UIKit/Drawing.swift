import CutawayAppleUI

// MARK: The current context

/// The context that `fill()` of a path and its relatives draw into; `nil` if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { DrawingStack.last?.context }
/// Makes a context the current one of this thread.
public func UIGraphicsPushContext(_ context: CGContext) {
  DrawingStack.push(.init(context: context, scale: nil))
}
/// Makes the context before the last one current again.
public func UIGraphicsPopContext() { DrawingStack.pop() }

/// Begins an image with one pixel for a point.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}
/// Begins an image; a scale of 0 is that of the screen, 1.
///
/// The image is transparent, or black if it is opaque. An empty size begins nothing.
public func UIGraphicsBeginImageContextWithOptions(
  _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) {
  let scale = scale > 0 ? scale : UIScreen.main.scale
  guard let context = DrawingStack.makeContext(size, scale: scale) else { return }
  if opaque {
    context.setFillColor(UIColor.black.cgColor)
    context.fill(CGRect(origin: .zero, size: size))
  }
  DrawingStack.push(.init(context: context, scale: scale))
}
/// What has been drawn since the image began; `nil` if the current context is none of an image.
@discardableResult
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let entry = DrawingStack.last, let scale = entry.scale else { return nil }
  return entry.context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
}
/// Ends an image.
public func UIGraphicsEndImageContext() {
  if DrawingStack.last?.scale != nil { DrawingStack.pop() }
}

/// Fills a rectangle in the current context.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }
/// Draws the lines of a rectangle in the current context, one point thick and inside of it.
public func UIRectFrame(_ rect: CGRect) {
  UIGraphicsGetCurrentContext()?.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
}

// MARK: Renderers

/// One transparent pixel.
private let emptyImage = CGImage(width: 1, height: 1, pixels: [0, 0, 0, 0])

/// The scale and the opacity of images that a renderer makes.
public final class UIGraphicsImageRendererFormat {
  /// The pixels of a point.
  public var scale: CGFloat = UIScreen.main.scale
  /// Whether images have a black background instead of none.
  public var opaque = false
  /// The area of an image that is being made; zero before.
  public internal(set) var bounds = CGRect.zero
  /// Creates a format of one pixel for a point, without a background.
  public init() {}
  /// The format of one pixel for a point, without a background.
  public static func `default`() -> UIGraphicsImageRendererFormat { .init() }
  /// The format of one pixel for a point, without a background.
  public static func preferred() -> UIGraphicsImageRendererFormat { .init() }
}

/// What a renderer draws into.
public final class UIGraphicsImageRendererContext {
  /// The context of Core Graphics, whose origin is at the top left.
  public let cgContext: CGContext
  /// The format of the image.
  public let format: UIGraphicsImageRendererFormat

  fileprivate init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
  }

  /// What has been drawn so far.
  public var currentImage: UIImage {
    UIImage(
      cgImage: cgContext.makeImage() ?? emptyImage, scale: format.scale, orientation: .up)
  }
  /// Fills a rectangle.
  public func fill(_ rect: CGRect) { cgContext.fill(rect) }
  /// Draws the lines of a rectangle.
  public func stroke(_ rect: CGRect) { cgContext.stroke(rect) }
  /// Clips what is drawn from now on.
  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes images by drawing.
public final class UIGraphicsImageRenderer {
  /// The scale and the opacity of the images.
  public let format: UIGraphicsImageRendererFormat
  private let bounds: CGRect

  /// Creates a renderer for images of a size in points.
  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }
  /// Creates a renderer for images of a size in points.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }
  /// Creates a renderer for images of an area.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }
  /// Creates a renderer for images of an area.
  ///
  /// If the area has more than 268 million pixels, nothing is drawn: the image has one transparent pixel, and that is
  /// reported.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    (self.bounds, self.format) = (bounds, format)
  }

  /// Draws an image.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    // An empty area becomes one transparent pixel.
    let pixel = 1 / format.scale
    let size = CGSize(width: max(bounds.width, pixel), height: max(bounds.height, pixel))
    guard let context = DrawingStack.makeContext(size, scale: format.scale) else {
      NSLog("an image of %@ × %@ points cannot be made", "\(size.width)", "\(size.height)")
      return UIImage(cgImage: emptyImage)
    }
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    if format.opaque {
      context.setFillColor(UIColor.black.cgColor)
      context.fill(bounds)
    }
    format.bounds = bounds
    let renderer = UIGraphicsImageRendererContext(context, format)
    DrawingStack.push(.init(context: context, scale: format.scale))
    actions(renderer)
    DrawingStack.pop()
    return renderer.currentImage
  }
  /// Draws an image, and encodes it as PNG.
  public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    // An image in memory has a PNG form.
    image(actions: actions).pngData() ?? Data()
  }
  /// Draws an image, and encodes it as JPEG; empty if there is no encoder.
  public func jpegData(
    withCompressionQuality compressionQuality: CGFloat,
    actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data { image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data() }
}
