import CutawayDrawing

/// Draws into an image in memory.
///
/// The origin is at the bottom left, y grows upwards. Pixels have 8 bits for each component.
public final class CGContext {
  /// The columns and rows.
  public let width: Int, height: Int
  private let canvas: Canvas?
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

  /// Creates a bitmap; `nil` if it does not have 8 bits per component, or is too large.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard unsafe data == nil, bitsPerComponent == 8, width > 0, height > 0,
      let canvas = Canvas(width: width, height: height)
    else { return nil }
    (self.width, self.height, self.canvas) = (width, height, canvas)
    state.matrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// The image; `nil` if there is none.
  public func makeImage() -> CGImage? {
    canvas.map { CGImage(width: width, height: height, pixels: $0.pixels) }
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
    draw { canvas in canvas.fill(steps(of: path), .ink(ink(state.fill))) }
    beginPath()
  }
  /// Draws a line along the path.
  public func strokePath() {
    let scale = abs(state.matrix.a * state.matrix.d - state.matrix.b * state.matrix.c).squareRoot()
    let line = Canvas.Line(
      ink(state.stroke), width: Double(state.lineWidth * scale), cap: state.cap.canvasCap,
      join: state.join.canvasJoin, dash: state.dash.map { Double($0 * scale) })
    draw { canvas in canvas.stroke(steps(of: path), line) }
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
    draw { canvas in canvas.erase { canvas.fill(steps(of: path), .ink(opaque)) } }
  }
  /// Clips what is drawn from now on to the path.
  public func clip(using rule: CGPathFillRule = .winding) {
    state.clips.append(steps(of: path))
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
  /// Ends pending drawing; there is none.
  public func flush() {}

  private func draw(_ body: (Canvas) -> Void) {
    guard let canvas else { return }
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

  /// The steps of a path in pixels of the canvas.
  private func steps(of path: CGPath) -> [Canvas.PathStep] {
    var current = CGPoint.zero
    return path.steps.map { $0.applying(state.matrix) }.map { step in
      let cubic = step.cubic(from: current)
      current = step.points.last ?? current
      switch cubic {
      case .move(let point): return .move(x: Double(point.x), y: Double(point.y))
      case .line(let point): return .line(x: Double(point.x), y: Double(point.y))
      case .quad(_, let end): return .line(x: Double(end.x), y: Double(end.y))
      case .curve(let a, let b, let end):
        return .curve(
          x1: Double(a.x), y1: Double(a.y), x2: Double(b.x), y2: Double(b.y), x: Double(end.x),
          y: Double(end.y))
      case .close: return .close
      }
    }
  }
}

extension CGLineCap {
  fileprivate var canvasCap: Canvas.Line.Cap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension CGLineJoin {
  fileprivate var canvasJoin: Canvas.Line.Join {
    switch self {
    case .miter: .miter
    case .round: .round
    case .bevel: .bevel
    }
  }
}
