package import CutawayDrawing

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
  private let layout: PixelMemoryLayout
  private let bitmap: Bitmap
  private var state = State()
  private var stack: [State] = []
  private var path = CGMutablePath()

  private struct State {
    var matrix: CGAffineTransform = .identity
    var fill = CGColor.black
    var stroke = CGColor.black
    var lineWidth: CGFloat = 1
    var cap = CGLineCap.butt
    var join = CGLineJoin.miter
    var dash: [CGFloat] = []
    var alpha: CGFloat = 1
    /// Clips in pixels of the canvas.
    var clips: [[Canvas.PathStep]] = []
  }

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
  /// The lengths of dashes and gaps; the phase does not count.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) { state.dash = lengths }
  /// The opacity of what is drawn.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha }
  /// Whether edges are smooth; they always are.
  public func setShouldAntialias(_ shouldAntialias: Bool) {}
  /// How images are scaled; always smoothly.
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

  // MARK: Drawing

  /// Fills the path.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    draw { canvas in canvas.fill(path.steps(in: state.matrix), .ink(ink(state.fill))) }
    beginPath()
  }
  /// Draws a line along the path.
  public func strokePath() {
    let scale = abs(state.matrix.a * state.matrix.d - state.matrix.b * state.matrix.c).squareRoot()
    let line = Canvas.Line(
      ink(state.stroke), width: Double(state.lineWidth * scale), cap: state.cap.canvasCap,
      join: state.join.canvasJoin, dash: state.dash.map { Double($0 * scale) })
    draw { canvas in canvas.stroke(path.steps(in: state.matrix), line) }
    beginPath()
  }
  /// Fills a rectangle.
  public func fill(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    fillPath()
  }
  /// Draws a line along a rectangle.
  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }
  /// Draws a line along a rectangle.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }
  /// Fills an ellipse.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }
  /// Draws a line along an ellipse.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }
  /// Makes a rectangle transparent.
  public func clear(_ rect: CGRect) {
    let path = CGMutablePath()
    path.addRect(rect)
    let opaque = Canvas.Ink(red: 0, green: 0, blue: 0, alpha: 1)
    draw { canvas in canvas.erase { canvas.fill(path.steps(in: state.matrix), .ink(opaque)) } }
  }
  /// Clips what is drawn from now on to the path.
  public func clip(using rule: CGPathFillRule = .winding) {
    state.clips.append(path.steps(in: state.matrix))
    beginPath()
  }
  /// Clips what is drawn from now on to a rectangle.
  public func clip(to rect: CGRect) {
    beginPath()
    addRect(rect)
    clip()
  }
  /// Draws an image upright in a rectangle.
  public func draw(_ image: CGImage, in rect: CGRect) {
    let matrix = state.matrix
    draw { canvas in
      canvas.transform(
        a: Double(matrix.a), b: Double(matrix.b), c: Double(-matrix.c), d: Double(-matrix.d),
        tx: Double(matrix.tx + matrix.c * (rect.minY + rect.maxY)),
        ty: Double(matrix.ty + matrix.d * (rect.minY + rect.maxY))
      ) {
        canvas.draw(
          image.pixels, width: image.width, height: image.height, x: Double(rect.minX),
          y: Double(rect.minY), toWidth: Double(rect.width), toHeight: Double(rect.height))
      }
    }
  }
  /// Draws with the origin at the top of an area, and y downwards.
  ///
  /// - Parameters:
  ///   - area: The area; its upper edge is that of the greatest y, or of the smallest if the context is
  ///     flipped.
  ///   - isFlipped: Whether y grows downwards in the context.
  ///   - body: Draws on the canvas, whose coordinates begin at the upper left corner of the area.
  package func drawDown(from area: CGRect, isFlipped: Bool, _ body: (Canvas) -> Void) {
    let own = CGAffineTransform(
      a: 1, b: 0, c: 0, d: isFlipped ? 1 : -1, tx: area.minX,
      ty: isFlipped ? area.minY : area.maxY)
    let matrix = own.concatenating(state.matrix)
    draw { canvas in
      canvas.transform(
        a: Double(matrix.a), b: Double(matrix.b), c: Double(matrix.c), d: Double(matrix.d),
        tx: Double(matrix.tx), ty: Double(matrix.ty)
      ) { body(canvas) }
    }
  }
  /// Ends pending drawing; there is none.
  public func flush() {}

  private func draw(_ body: (Canvas) -> Void) {
    let canvas = bitmap.canvas
    canvas.edit { paint(on: canvas, body) }
  }

  /// Draws with the clips and the opacity of the state.
  private func paint(on canvas: Canvas, _ body: (Canvas) -> Void) {
    func clipped(_ clips: ArraySlice<[Canvas.PathStep]>) {
      guard let clip = clips.first else {
        if state.alpha < 1 {
          canvas.group(opacity: Double(max(0, state.alpha))) { body(canvas) }
        } else {
          body(canvas)
        }
        return
      }
      canvas.clip(to: clip) { clipped(clips.dropFirst()) }
    }
    clipped(state.clips[...])
  }

  private func ink(_ color: CGColor) -> Canvas.Ink {
    let (red, green, blue, alpha) = color.rgba
    return Canvas.Ink(red: red, green: green, blue: blue, alpha: alpha)
  }
}
