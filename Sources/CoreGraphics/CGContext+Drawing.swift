package import CutawayDrawing

extension CGContext {
  /// Fills the path.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    let steps = path.steps(in: state.matrix)
    draw(in: steps) { canvas in
      canvas.fill(steps, .ink(ink(state.fill)), isEvenOdd: rule == .evenOdd)
    }
    beginPath()
  }
  /// Fills the path, draws a line along it, or both.
  public func drawPath(using mode: CGPathDrawingMode) {
    let whole = path
    if mode != .stroke {
      fillPath(using: [.eoFill, .eoFillStroke].contains(mode) ? .evenOdd : .winding)
      path = whole
    }
    if mode == .fill || mode == .eoFill { beginPath() } else { strokePath() }
  }
  /// Draws a line along the path.
  public func strokePath() {
    let scale = abs(state.matrix.a * state.matrix.d - state.matrix.b * state.matrix.c).squareRoot()
    var line = Canvas.Line(
      ink(state.stroke), width: Double(state.lineWidth * scale), cap: state.cap.canvasCap,
      join: state.join.canvasJoin, dash: state.dash.map { Double($0 * scale) })
    line.dashPhase = Double(state.dashPhase * scale)
    line.miterLimit = Double(state.miterLimit)
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
    state.clips.append(.path(path.steps(in: state.matrix), isEvenOdd: rule == .evenOdd))
    beginPath()
  }
  /// Clips what is drawn from now on to a rectangle.
  public func clip(to rect: CGRect) {
    beginPath()
    addRect(rect)
    clip()
  }
  /// Clips what is drawn from now on to where an image is opaque, or bright if it has no alpha.
  public func clip(to rect: CGRect, mask: CGImage) {
    state.clips.append(.mask(mask.asMask, rect, state.matrix))
  }
  /// Draws an image upright in a rectangle.
  public func draw(_ image: CGImage, in rect: CGRect) {
    let area = CGMutablePath(), isSmooth = interpolationQuality != .none
    area.addRect(rect)
    draw(in: area.steps(in: state.matrix)) { canvas in
      Self.draw(image, in: rect, state.matrix, isSmooth: isSmooth, on: canvas)
    }
  }
  private static func draw(
    _ image: CGImage, in rect: CGRect, _ matrix: CGAffineTransform, isSmooth: Bool,
    on canvas: Canvas
  ) {
    canvas.transform(
      a: Double(matrix.a), b: Double(matrix.b), c: Double(-matrix.c), d: Double(-matrix.d),
      tx: Double(matrix.tx + matrix.c * (rect.minY + rect.maxY)),
      ty: Double(matrix.ty + matrix.d * (rect.minY + rect.maxY))
    ) {
      canvas.draw(
        image.pixels, width: image.width, height: image.height, x: Double(rect.minX),
        y: Double(rect.minY), toWidth: Double(rect.width), toHeight: Double(rect.height),
        isSmooth: isSmooth)
    }
  }
  /// Fills the clip with a gradient.
  func fill(_ paint: Canvas.Paint) {
    let matrix = state.matrix
    draw { canvas in
      canvas.transform(
        a: Double(matrix.a), b: Double(matrix.b), c: Double(matrix.c), d: Double(matrix.d),
        tx: Double(matrix.tx), ty: Double(matrix.ty)
      ) { canvas.fill(paint) }
    }
  }
  /// Starts a layer: what is drawn until its end is mixed as one, with the alpha, the shadow and the mode of now.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    // A canvas of the context's size has been made before.
    guard let layer = Canvas(width: width, height: height) else { return }
    layers.append((layer, state))
    (state.alpha, state.shadow, state.blendMode) = (1, nil, .normal)
  }
  /// Starts a layer of an area, which is clipped to it.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }
  /// Ends a layer.
  public func endTransparencyLayer() {
    guard let (layer, before) = layers.popLast() else { return }
    state = before
    draw { canvas in canvas.draw(layer) }
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

  /// Draws with the state.
  ///
  /// - Parameters:
  ///   - shape: What the drawing covers; `nil` is the clip.
  ///   - body: Draws without clips and opacity.
  private func draw(in shape: [Canvas.PathStep]? = nil, _ body: (Canvas) -> Void) {
    let canvas = layers.last?.canvas ?? bitmap.canvas
    canvas.edit {
      clip(canvas, state.clips[...]) { mix(shape, on: canvas, body) }
    }
  }

  /// Runs `body` with clips.
  private func clip(_ canvas: Canvas, _ clips: ArraySlice<Clip>, _ body: () -> Void) {
    switch clips.first {
    case .path(let steps, let isEvenOdd):
      canvas.clip(to: steps, isEvenOdd: isEvenOdd) { clip(canvas, clips.dropFirst(), body) }
    case .mask(let image, let rect, let matrix):
      canvas.masked {
        Self.draw(image, in: rect, matrix, isSmooth: true, on: canvas)
      } _: {
        clip(canvas, clips.dropFirst(), body)
      }
    case nil: body()
    }
  }

  /// Draws with the opacity, the shadow and the mode of the state.
  private func mix(_ shape: [Canvas.PathStep]?, on canvas: Canvas, _ body: (Canvas) -> Void) {
    let opacity = Double(min(max(state.alpha, 0), 1))
    func paint(_ canvas: Canvas) {
      if state.isSmooth { body(canvas) } else { canvas.withHardEdges { body(canvas) } }
    }
    guard state.shadow != nil || state.blendMode != .normal else {
      if opacity < 1 { canvas.group(opacity: opacity) { paint(canvas) } } else { paint(canvas) }
      return
    }
    guard let layer = Canvas(width: width, height: height) else { return }
    paint(layer)
    if let shadow = state.shadow {
      var ink = ink(shadow.color)
      ink.alpha *= opacity
      canvas.drawShadow(
        of: layer, sigma: Double(shadow.blur / 2),
        offset: (Double(shadow.offset.width), Double(shadow.offset.height)), ink)
    }
    let blending = state.blendMode.blending
    guard blending.isUnbounded, let shape else {
      return canvas.mix(layer, opacity: opacity, blending)
    }
    canvas.clip(to: shape) { canvas.mix(layer, opacity: opacity, blending) }
  }

  private func ink(_ color: CGColor) -> Canvas.Ink { color.ink }
}
