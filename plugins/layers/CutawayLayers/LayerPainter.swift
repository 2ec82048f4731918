import CutawayDrawing
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawayOverlays

/// Draws parts of layers into bitmaps.
struct LayerPainter {
  private let resources: LayerResources

  init(_ resources: LayerResources) { self.resources = resources }

  /// Draws a bitmap; `nil` if it cannot be drawn.
  func bitmap(of key: LayerImageKey) -> PixelBitmap? {
    guard let canvas = Canvas(width: key.width, height: key.height) else { return nil }
    canvas.transform(by: key.matrix) {
      switch key.part {
      case .whole(let layer): drawWhole(layer, on: canvas, key.matrix)
      case .own(let layer): drawOwn(layer, on: canvas)
      case .border(let layer): drawBorder(of: layer, on: canvas)
      }
    }
    let format = VideoFormat(width: key.width, height: key.height, layout: key.layout)
    return PixelBitmap(format) { $0.fill(withPremultiplied: canvas.words) }
  }

  /// Draws a layer with all layers in it, but for its own place and opacity.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - canvas: The canvas, whose coordinates are those of the layer.
  ///   - matrix: From the layer to pixels of the canvas.
  private func drawWhole(_ layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix) {
    guard let shadow = layer.shadow, shadow.opacity > 0,
      let caster = Canvas(width: canvas.width, height: canvas.height)
    else { return drawMasked(layer, on: canvas, matrix) }
    caster.transform(by: matrix) { drawMasked(layer, on: caster, matrix) }
    let scale = abs(matrix.determinant).squareRoot()
    var ink = Canvas.Ink(shadow.color)
    ink.alpha *= min(shadow.opacity, 1)
    canvas.drawShadow(
      of: caster, sigma: max(0, shadow.radius) * scale,
      offset: (
        matrix.a * shadow.offset.x + matrix.c * shadow.offset.y,
        matrix.b * shadow.offset.x + matrix.d * shadow.offset.y
      ), ink)
    canvas.draw(caster)
  }

  private func drawMasked(_ layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix) {
    if layer.mask.isEmpty { return drawContents(of: layer, on: canvas, matrix) }
    canvas.masked {
      for mask in layer.mask { draw(mask, on: canvas, matrix) }
    } _: {
      drawContents(of: layer, on: canvas, matrix)
    }
  }

  private func drawContents(of layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix)
  {
    func draw() {
      drawOwn(layer, on: canvas, hasBorder: false)
      for inner in layer.layers { self.draw(inner, on: canvas, matrix) }
    }
    if layer.masksToBounds {
      canvas.clip(to: layer.outline(), draw)
    } else {
      draw()
    }
    drawBorder(of: layer, on: canvas)
  }

  /// Draws a layer in a layer with its place and its opacity.
  private func draw(_ layer: PresentedLayer, on canvas: Canvas, _ around: TransformMatrix) {
    let matrix = layer.matrix.concatenating(around)
    canvas.transform(by: layer.matrix) {
      if layer.opacity < 1 {
        canvas.group(opacity: layer.opacity) { drawWhole(layer, on: canvas, matrix) }
      } else {
        drawWhole(layer, on: canvas, matrix)
      }
    }
  }

  /// Draws a layer without the layers in it.
  private func drawOwn(_ layer: PresentedLayer, on canvas: Canvas, hasBorder: Bool = true) {
    if let background = layer.background, background.alpha > 0 {
      canvas.fill(layer.outline(), .ink(.init(background)))
    }
    switch layer.content {
    case .box: break
    case .gradient(let gradient):
      if let paint = gradient.paint(in: layer) { canvas.fill(layer.outline(), paint) }
    case .image(let image): draw(image, of: layer, on: canvas)
    case .shape(let shape): draw(shape, of: layer, on: canvas)
    case .text(let text):
      // Lines are aligned in the width of the layer.
      resources.typesetter.draw(
        text.paragraphs(width: layer.width + 0.01), on: canvas, .init(text.color))
    }
    if hasBorder { drawBorder(of: layer, on: canvas) }
  }

  private func drawBorder(of layer: PresentedLayer, on canvas: Canvas) {
    guard let border = layer.border, border.width > 0 else { return }
    canvas.stroke(
      layer.outline(inset: border.width / 2), .init(.init(border.color), width: border.width))
  }

  private func draw(_ image: LayerImage, of layer: PresentedLayer, on canvas: Canvas) {
    guard let pixels = resources.image(at: image.asset) else { return }
    let own = (width: Double(pixels.width), height: Double(pixels.height))
    let fits = (layer.width / own.width, layer.height / own.height)
    let scale: (Double, Double) =
      switch image.gravity {
      case .resize: fits
      case .resizeAspect: (min(fits.0, fits.1), min(fits.0, fits.1))
      case .resizeAspectFill: (max(fits.0, fits.1), max(fits.0, fits.1))
      case .center: (1, 1)
      }
    let size = (own.width * scale.0, own.height * scale.1)
    func draw() {
      canvas.draw(
        pixels.bytes, width: pixels.width, height: pixels.height, x: (layer.width - size.0) / 2,
        y: (layer.height - size.1) / 2, toWidth: size.0, toHeight: size.1)
    }
    if layer.masksToBounds { canvas.clip(to: layer.outline(), draw) } else { draw() }
  }

  private func draw(_ shape: LayerShape, of layer: PresentedLayer, on canvas: Canvas) {
    // The file reader has checked the path; without one, nothing is drawn.
    guard let path = try? LayerPath(shape.outline, width: layer.width, height: layer.height) else {
      return
    }
    if let fill = shape.fill, fill.alpha > 0 { canvas.fill(path.canvasSteps, .ink(.init(fill))) }
    guard let stroke = shape.stroke, stroke.width > 0, stroke.color.alpha > 0 else { return }
    let line = path.trimmed(from: stroke.start, to: stroke.end)
    canvas.stroke(line.canvasSteps, stroke.line)
  }
}

extension PresentedLayer {
  /// The area of the layer with its corners.
  fileprivate func outline(inset: Double = 0) -> [Canvas.PathStep] {
    LayerPath(width: width, height: height, radius: cornerRadius, inset: inset).canvasSteps
  }
}

extension LayerPath {
  fileprivate var canvasSteps: [Canvas.PathStep] {
    steps.map { step in
      switch step {
      case .move(let point): .move(x: point.x, y: point.y)
      case .line(let point): .line(x: point.x, y: point.y)
      case .curve(let a, let b, let end):
        .curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: end.x, y: end.y)
      case .close: .close
      }
    }
  }
}

extension LayerShape.Stroke {
  fileprivate var line: Canvas.Line {
    let ends: Canvas.Line.Cap =
      switch cap {
      case .butt: .butt
      case .round: .round
      case .square: .square
      }
    let corners: Canvas.Line.Join =
      switch join {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    return Canvas.Line(.init(color), width: width, cap: ends, join: corners, dash: dash)
  }
}

extension LayerGradient {
  /// The colours in a layer; `nil` if there are too few, or another number of places.
  fileprivate func paint(in layer: PresentedLayer) -> Canvas.Paint? {
    guard colors.count > 1, locations.isEmpty || locations.count == colors.count else { return nil }
    let stops = colors.enumerated().map { index, color in
      Canvas.Paint.Stop(
        locations.isEmpty ? Double(index) / Double(colors.count - 1) : locations[index],
        .init(color))
    }
    let start = (x: from.x * layer.width, y: from.y * layer.height)
    let end = (x: to.x * layer.width, y: to.y * layer.height)
    return switch kind {
    case .axial: .axial(from: start, to: end, stops)
    case .radial:
      .radial(center: start, radii: (abs(end.x - start.x), abs(end.y - start.y)), stops)
    }
  }
}

extension Canvas.Ink {
  init(_ color: Color) {
    self.init(
      red: Double(color.red) / 255, green: Double(color.green) / 255,
      blue: Double(color.blue) / 255, alpha: Double(color.alpha) / 255)
  }
}

extension Canvas {
  func transform(by matrix: TransformMatrix, _ body: () -> Void) {
    transform(
      a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx, ty: matrix.ty, body)
  }
}
