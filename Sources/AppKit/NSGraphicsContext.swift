/// Where `fill()` of a path and its relatives draw, for the thread.
public final class NSGraphicsContext: NSObject {
  /// The context of Core Graphics.
  public let cgContext: CGContext
  /// Whether y grows downwards.
  public let isFlipped: Bool

  /// Creates a context.
  public init(cgContext graphicsPort: CGContext, flipped initialFlippedState: Bool) {
    (cgContext, isFlipped) = (graphicsPort, initialFlippedState)
  }
  /// Creates a context that draws into an image.
  public convenience init?(bitmapImageRep bitmapRep: NSBitmapImageRep) {
    guard let context = bitmapRep.context else { return nil }
    self.init(cgContext: context, flipped: false)
  }

  /// The context of the thread.
  public static var current: NSGraphicsContext? {
    get {
      DrawingStack.last.map { NSGraphicsContext(cgContext: $0.context, flipped: $0.isFlipped) }
    }
    set {
      DrawingStack.replaceLast(
        by: newValue.map { .init(context: $0.cgContext, scale: nil, isFlipped: $0.isFlipped) })
    }
  }

  /// Keeps the current context and its state.
  public static func saveGraphicsState() { DrawingStack.save() }
  /// Returns to the context and the state that were kept.
  public static func restoreGraphicsState() { DrawingStack.restore() }

  /// Keeps the state.
  public func saveGraphicsState() { cgContext.saveGState() }
  /// Returns to the state that was kept.
  public func restoreGraphicsState() { cgContext.restoreGState() }
  /// Ends pending drawing; there is none.
  public func flushGraphics() {}
  /// How images are scaled.
  public var imageInterpolation: NSImageInterpolation {
    get { cgContext.interpolationQuality == .none ? .none : .default }
    set { cgContext.interpolationQuality = newValue == .none ? .none : .default }
  }
}

/// How images are scaled.
public enum NSImageInterpolation: UInt, Sendable {
  /// Smoothly, by repeating pixels, or smoothly.
  case `default` = 0, none, low, high, medium
}

/// How an image is mixed with what is there.
public enum NSCompositingOperation: UInt, Sendable {
  /// The operators of Porter and Duff.
  case clear = 0, copy, sourceOver, sourceIn, sourceOut, sourceAtop, destinationOver
  /// Further ones.
  case destinationIn, destinationOut, destinationAtop, xor
  /// The sum, at most white.
  case plusLighter = 13
  /// The modes of colours.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
  /// Further ones.
  case difference, exclusion, hue, saturation, color, luminosity

  var mode: CGBlendMode {
    switch self {
    case .clear: .clear
    case .copy: .copy
    case .sourceOver: .normal
    case .sourceIn: .sourceIn
    case .sourceOut: .sourceOut
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationIn: .destinationIn
    case .destinationOut: .destinationOut
    case .destinationAtop: .destinationAtop
    case .xor: .xor
    case .plusLighter: .plusLighter
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .softLight: .softLight
    case .hardLight: .hardLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    }
  }
}

extension InterfaceImage {
  /// Makes the image the current context of the thread, with its origin at the bottom left.
  public func lockFocus() {
    guard let image = cgImage, let context = NSBitmapImageRep(cgImage: image).focused(size) else {
      return
    }
    DrawingStack.push(.init(context: context, scale: nil, isFlipped: false))
  }
  /// Takes what was drawn since `lockFocus()`.
  public func unlockFocus() {
    if let drawn = DrawingStack.last?.context.makeImage() { replace(by: drawn) }
    DrawingStack.pop()
  }
  /// Creates an image that a handler draws at once.
  ///
  /// - Parameters:
  ///   - size: The size in points, with one pixel each.
  ///   - drawingHandlerShouldBeCalledWithFlippedContext: Whether y grows downwards.
  ///   - drawingHandler: Draws into the current context.
  public convenience init(
    size: CGSize, flipped drawingHandlerShouldBeCalledWithFlippedContext: Bool,
    drawingHandler: (CGRect) -> Bool
  ) {
    self.init(size: size)
    lockFocus()
    if drawingHandlerShouldBeCalledWithFlippedContext, let context = DrawingStack.last?.context {
      context.translateBy(x: 0, y: size.height)
      context.scaleBy(x: 1, y: -1)
      DrawingStack.replaceLast(by: .init(context: context, scale: nil, isFlipped: true))
    }
    // What it returns is whether it drew; there is nothing to do if it did not.
    _ = drawingHandler(CGRect(origin: .zero, size: size))
    unlockFocus()
  }
  /// Draws a part of the image in the current context.
  ///
  /// - Parameters:
  ///   - rect: Where it is drawn.
  ///   - fromRect: The part in points; zero is everything.
  ///   - operation: How it is mixed with what is there.
  ///   - delta: The opacity.
  public func draw(
    in rect: CGRect, from fromRect: CGRect = .zero, operation: NSCompositingOperation,
    fraction delta: CGFloat
  ) {
    guard let context = DrawingStack.last?.context, let image = part(fromRect) else { return }
    context.saveGState()
    context.setBlendMode(operation.mode)
    context.setAlpha(delta)
    InterfaceImage(cgImage: image).draw(in: rect)
    context.restoreGState()
  }
  /// Draws a part of the image in the current context, at its own size.
  public func draw(
    at point: CGPoint, from fromRect: CGRect, operation: NSCompositingOperation,
    fraction delta: CGFloat
  ) {
    let drawn = fromRect == .zero ? size : fromRect.size
    draw(
      in: CGRect(origin: point, size: drawn), from: fromRect, operation: operation, fraction: delta)
  }

  /// A part in points from the bottom left.
  private func part(_ rect: CGRect) -> CGImage? {
    guard let image = cgImage, rect != .zero else { return cgImage }
    let (x, y) = (CGFloat(image.width) / size.width, CGFloat(image.height) / size.height)
    return image.cropping(
      to: CGRect(
        x: rect.minX * x, y: CGFloat(image.height) - rect.maxY * y, width: rect.width * x,
        height: rect.height * y))
  }
}

extension CGRect {
  /// Fills the rectangle in the current context.
  public func fill() { DrawingStack.last?.context.fill(self) }
  /// Draws the lines of the rectangle in the current context, one point thick and inside of it.
  public func frame() { DrawingStack.last?.context.stroke(insetBy(dx: 0.5, dy: 0.5), width: 1) }
  /// Clips what is drawn from now on in the current context.
  public func clip() { DrawingStack.last?.context.clip(to: self) }
}
