import CutawayDrawing

/// Draws into an image in memory.
///
/// The origin is at the bottom left, y grows upwards. Pixels have 8 bits for each component. Memory of
/// the caller must outlive the context, and may be changed by both.
public final class CGContext {
  /// The columns and rows.
  public let width: Int, height: Int
  /// The distance of two rows in memory, in bytes.
  public let bytesPerRow: Int
  /// The order of the bytes of a pixel.
  public let bitmapInfo: CGBitmapInfo
  /// The space of the colours; it has no effect on how they are mixed.
  public let colorSpace: CGColorSpace?
  /// The bits of a component.
  public var bitsPerComponent: Int { 8 }
  /// The bits of a pixel.
  public var bitsPerPixel: Int { layout.bytesPerPixel * 8 }
  /// How alpha is stored.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }
  let layout: PixelMemoryLayout
  let bitmap: Bitmap
  var state = State()
  var stack: [State] = []
  var path = CGMutablePath()

  struct State {
    var matrix: CGAffineTransform = .identity
    var fill = CGColor.black
    var stroke = CGColor.black
    var lineWidth: CGFloat = 1
    var cap = CGLineCap.butt
    var join = CGLineJoin.miter
    var dash: [CGFloat] = []
    var dashPhase: CGFloat = 0
    var miterLimit: CGFloat = 10
    var alpha: CGFloat = 1
    var blendMode = CGBlendMode.normal
    var shadow: Shadow?
    var isSmooth = true
    /// Clips in pixels of the canvas.
    var clips: [Clip] = []
  }

  /// A shadow of what is drawn, in pixels of the canvas.
  struct Shadow {
    var offset: CGSize
    var blur: CGFloat
    var color: CGColor
  }

  /// What limits drawing.
  enum Clip {
    case path([Canvas.PathStep], isEvenOdd: Bool)
    case mask(CGImage, CGRect, CGAffineTransform)
  }

  /// The units of shadows, which the transform does not change; flipped for UIKit.
  var base = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
  /// The layers that are not complete yet, each with the state behind it.
  var layers: [(canvas: Canvas, state: State)] = []
  /// Where the next text begins.
  public var textPosition = CGPoint.zero
  /// The transform of texts; ``textPosition`` moves them besides.
  public var textMatrix = CGAffineTransform.identity

  /// Creates a bitmap; `nil` for other layouts, rows that overlap, and sides of more than 32,767
  /// pixels.
  ///
  /// The colours are red, green and blue with a fourth byte, `premultipliedFirst`,
  /// `premultipliedLast`, `noneSkipFirst` or `noneSkipLast`, in either order of bytes; or a grey byte
  /// without alpha. These are Core Graphics' layouts of 8 bits, without `alphaOnly`.
  ///
  /// - Parameters:
  ///   - data: The memory to draw into, from the upper row; `nil` lets the context allocate it.
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: The distance of two rows; 0 leaves no gap between them.
  ///   - space: A space of red, green and blue, or of greys.
  ///   - bitmapInfo: The bits of a ``CGImageAlphaInfo`` and of a ``CGBitmapInfo``.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    guard let layout = info.layout(in: space), bitsPerComponent == 8 else { return nil }
    let distance = bytesPerRow == 0 ? width * layout.bytesPerPixel : bytesPerRow
    let made = unsafe Bitmap(
      memory: data, layout, width: width, height: height, bytesPerRow: distance)
    guard let made else { return nil }
    (self.width, self.height, self.bytesPerRow) = (width, height, distance)
    (self.layout, bitmap, self.bitmapInfo, colorSpace) = (layout, made, info, space)
    state.matrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// The memory of the pixels, from the upper row; it lives as long as the context.
  public var data: UnsafeMutableRawPointer? { unsafe bitmap.contents }

  /// A copy of the picture.
  public func makeImage() -> CGImage? {
    CGImage(width: width, height: height, pixels: bitmap.canvas.pixels)
  }

  // MARK: State

  /// Keeps the state for ``restoreGState()``.
  public func saveGState() { stack.append(state) }
  /// Returns to the last state that was kept.
  public func restoreGState() { if let last = stack.popLast() { state = last } }
  /// Displaces what is drawn from now on.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    state.matrix = state.matrix.translatedBy(x: tx, y: ty)
  }
  /// Scales what is drawn from now on.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    state.matrix = state.matrix.scaledBy(x: sx, y: sy)
  }
  /// Rotates what is drawn from now on.
  public func rotate(by angle: CGFloat) { state.matrix = state.matrix.rotated(by: angle) }
  /// Transforms what is drawn from now on.
  public func concatenate(_ transform: CGAffineTransform) {
    state.matrix = transform.concatenating(state.matrix)
  }
  /// The transform to the pixels, whose origin is at the bottom left.
  public var ctm: CGAffineTransform {
    state.matrix.concatenating(
      CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
  }
  /// The colour of insides.
  public func setFillColor(_ color: CGColor) { state.fill = color }
  /// The colour of insides.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// The colour of lines.
  public func setStrokeColor(_ color: CGColor) { state.stroke = color }
  /// The colour of lines.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// The thickness of lines.
  public func setLineWidth(_ width: CGFloat) { state.lineWidth = width }
  /// The form of the ends of lines.
  public func setLineCap(_ cap: CGLineCap) { state.cap = cap }
  /// The form of the corners of lines.
  public func setLineJoin(_ join: CGLineJoin) { state.join = join }
  /// The lengths of dashes and gaps, and the place in them at which lines start.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    (state.dashPhase, state.dash) = (phase, lengths)
  }
  /// The largest length of a mitred corner as a multiple of the thickness.
  public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }
  /// The opacity of what is drawn.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha }
  /// Whether edges are smooth.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.isSmooth = shouldAntialias }
  /// How what is drawn is mixed with what is there.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
  /// A shadow of a third of black beneath what is drawn.
  ///
  /// - Parameters:
  ///   - offset: Its distance; the transform does not change it.
  ///   - blur: Twice the standard deviation of its blur.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1 / 3))
  }
  /// A shadow beneath what is drawn; `nil` is none.
  ///
  /// - Parameters:
  ///   - offset: Its distance; the transform does not change it.
  ///   - blur: Twice the standard deviation of its blur.
  ///   - color: Its colour.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    let scale = abs(base.a)
    state.shadow = color.map { color in
      Shadow(
        offset: CGSize(width: offset.width * base.a, height: offset.height * base.d),
        blur: max(0, blur) * scale, color: color)
    }
  }
  /// Makes the units of the current transform those of shadows, as UIKit does for its contexts.
  package func useUnitsForShadows() { base = state.matrix }
  /// How images are scaled: `none` repeats pixels, all others are smooth.
  public var interpolationQuality = CGInterpolationQuality.default

  // MARK: Paths

  /// Starts a new path.
  public func beginPath() { path = CGMutablePath() }
  /// Starts a part of the path.
  public func move(to point: CGPoint) { path.move(to: point) }
  /// Adds a line.
  public func addLine(to point: CGPoint) { path.addLine(to: point) }
  /// Adds lines.
  public func addLines(between points: [CGPoint]) { path.addLines(between: points) }
  /// Adds a curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    path.addQuadCurve(to: end, control: control)
  }
  /// Adds a curve.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    path.addCurve(to: end, control1: control1, control2: control2)
  }
  /// Adds a rectangle.
  public func addRect(_ rect: CGRect) { path.addRect(rect) }
  /// Adds an ellipse.
  public func addEllipse(in rect: CGRect) { path.addEllipse(in: rect) }
  /// Adds a part of a circle.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }
  /// Adds a path.
  public func addPath(_ path: CGPath) { self.path.addPath(path) }
  /// Adds a line to the start of the part.
  public func closePath() { path.closeSubpath() }
}
