/// Where a context renders.
public final class CIRenderDestination: NSObject {
  fileprivate let buffer: CVPixelBuffer
  /// The space of the numbers; `nil` is that of the frame's attachments, else sRGB.
  public var colorSpace: CGColorSpace?
  /// The columns.
  public var width: Int { CVPixelBufferGetWidth(buffer) }
  /// The rows.
  public var height: Int { CVPixelBufferGetHeight(buffer) }

  /// Creates a destination in a frame.
  public init(pixelBuffer: CVPixelBuffer) {
    buffer = pixelBuffer
    super.init()
  }
}

/// Work of a context, which is done when it is created.
public final class CIRenderTask: NSObject {
  /// Waits for the end of the work.
  ///
  /// - Returns: What is known about it.
  /// - Throws: Nothing.
  @discardableResult
  public func waitUntilCompleted() throws -> CIRenderInfo { CIRenderInfo() }
}

/// What is known about the work of a context: nothing.
public final class CIRenderInfo: NSObject {}

extension CIContext {
  /// Renders the part of an image that lies over a destination, whose lower left corner is the origin.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - destination: Where it goes.
  /// - Returns: The work, which is done.
  /// - Throws: Nothing.
  @discardableResult
  public func startTask(
    toRender image: CIImage, to destination: CIRenderDestination
  ) throws -> CIRenderTask {
    let bounds = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    return try startTask(toRender: image, from: bounds, to: destination, at: .zero)
  }

  /// Renders a part of an image into a destination.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - fromRect: The part.
  ///   - destination: Where it goes.
  ///   - atPoint: Where the lower left corner of the part goes.
  /// - Returns: The work, which is done.
  /// - Throws: Nothing.
  @discardableResult
  public func startTask(
    toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination,
    at atPoint: CGPoint
  ) throws -> CIRenderTask {
    let placed = image.cropped(to: fromRect).transformed(
      by: CGAffineTransform(
        translationX: atPoint.x - (fromRect.isInfinite ? 0 : fromRect.minX),
        y: atPoint.y - (fromRect.isInfinite ? 0 : fromRect.minY)))
    let bounds = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    render(placed, to: destination.buffer, bounds: bounds, colorSpace: destination.colorSpace)
    return CIRenderTask()
  }
}
