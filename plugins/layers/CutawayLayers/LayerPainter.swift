import CutawayColor
import CutawayDrawing
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawayOverlays
import CutawayTypesetting
import Glibc

/// Draws parts of layers into bitmaps.
struct LayerPainter {
  private let resources: LayerResources

  init(_ resources: LayerResources) { self.resources = resources }

  /// Draws a bitmap; `nil` if it cannot be drawn, or if nothing in it is visible.
  func bitmap(of key: LayerImageKey) -> LayerBitmap? {
    guard let canvas = Canvas(width: key.width, height: key.height) else { return nil }
    if key.layout.hasChroma, resources.colors.transfer == .sdr { canvas.dithering = .video }
    canvas.transform(by: key.matrix) {
      clip(canvas, to: key.clips, key.matrix) { draw(key.part, on: canvas, key.matrix) }
    }
    return LayerBitmap(canvas.words, for: key, resources.colors)
  }

  /// Draws a part of a layer; the canvas has the coordinates of the layer.
  private func draw(_ part: LayerImagePart, on canvas: Canvas, _ matrix: TransformMatrix) {
    switch part {
    case .whole(let layer): drawWhole(layer, on: canvas, matrix)
    case .own(let layer): drawOwn(layer, on: canvas, matrix, castsShadow: false)
    case .border(let layer): drawBorder(of: layer, on: canvas)
    case .shadow(let layer):
      // What casts the shadow is drawn by other parts.
      _ = drawShadow(of: layer, on: canvas, matrix)
    case .cover(let parts, let holes, let area):
      let box = LayerPath(area).canvasSteps
      canvas.clip(to: box) {
        canvas.fill(box, .ink(.init(.black)))
        for part in parts { draw(part, on: canvas, matrix) }
        canvas.erase {
          clip(canvas, to: holes, matrix) { canvas.fill(box, .ink(.init(.black))) }
        }
      }
    }
  }

  /// Draws a part on a canvas that has the coordinates of the output.
  private func draw(_ part: PlacedPart, on canvas: Canvas, _ matrix: TransformMatrix) {
    clip(canvas, to: part.clips, matrix) {
      canvas.transform(by: part.matrix) {
        canvas.group(opacity: part.opacity, part.blending.onCanvas) {
          draw(part.part, on: canvas, part.matrix.concatenating(matrix))
        }
      }
    }
  }

  /// Runs `body`, and shows its drawing where all clips allow it.
  ///
  /// - Parameters:
  ///   - canvas: The canvas.
  ///   - clips: The clips; their matrices are to the coordinates of the canvas.
  ///   - matrix: From those coordinates to pixels of the canvas.
  ///   - body: The drawing.
  private func clip(
    _ canvas: Canvas, to clips: [LayerClip], _ matrix: TransformMatrix, _ body: () -> Void
  ) {
    guard let clip = clips.first else { return body() }
    let rest = Array(clips.dropFirst())
    switch clip.form {
    case .outline(let width, let height, let radius):
      let outline = LayerPath(width: width, height: height, radius: radius)
        .applying(clip.matrix)
      canvas.clip(to: outline.canvasSteps) { self.clip(canvas, to: rest, matrix, body) }
    case .mask(let layer):
      canvas.masked {
        canvas.transform(by: clip.matrix) {
          draw(layer, on: canvas, clip.matrix.concatenating(matrix))
        }
      } _: {
        self.clip(canvas, to: rest, matrix, body)
      }
    }
  }

  /// Draws a layer with all layers in it, but for its own place and opacity.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - canvas: The canvas, whose coordinates are those of the layer.
  ///   - matrix: From the layer to pixels of the canvas.
  private func drawWhole(_ layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix) {
    guard let caster = drawShadow(of: layer, on: canvas, matrix) else {
      return drawMasked(layer, on: canvas, matrix)
    }
    canvas.draw(caster.canvas, at: (-caster.margin, -caster.margin))
  }

  /// Draws the shadow of a layer.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - canvas: The canvas.
  ///   - matrix: From the layer to pixels of the canvas.
  /// - Returns: The layer that casts the shadow, on a canvas that is larger by a margin at each side;
  ///   `nil` if it has no shadow.
  private func drawShadow(
    of layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix
  ) -> (canvas: Canvas, margin: Int)? {
    guard let shadow = layer.shadow, layer.hasShadow else { return nil }
    let sigma = max(0, shadow.radius) * abs(matrix.determinant).squareRoot()
    let offset = (
      x: matrix.a * shadow.offset.x + matrix.c * shadow.offset.y,
      y: matrix.b * shadow.offset.x + matrix.d * shadow.offset.y
    )
    // What lies outside of the canvas casts a shadow into it, too.
    let reach = (3 * sigma + max(abs(offset.x), abs(offset.y))).rounded(.up) + 1
    let margin = Int(min(reach, 4_096))
    guard let caster = Canvas(width: canvas.width + 2 * margin, height: canvas.height + 2 * margin)
    else { return nil }
    caster.dithering = canvas.dithering
    let inner = matrix.concatenating(.translation(x: Double(margin), y: Double(margin)))
    caster.transform(by: inner) { drawMasked(layer, on: caster, inner) }
    var ink = Canvas.Ink(shadow.color)
    ink.alpha *= min(shadow.opacity, 1)
    canvas.drawShadow(
      of: caster, sigma: sigma,
      offset: (offset.x - Double(margin), offset.y - Double(margin)), ink)
    return (caster, margin)
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
      drawOwn(layer, on: canvas, matrix, hasBorder: false)
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
      if layer.opacity < 1 || layer.blending != .normal {
        canvas.group(opacity: layer.opacity, layer.blending.onCanvas) {
          drawWhole(layer, on: canvas, matrix)
        }
      } else {
        drawWhole(layer, on: canvas, matrix)
      }
    }
  }

  /// Draws a layer without the layers in it.
  private func drawOwn(
    _ layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix, hasBorder: Bool = true,
    castsShadow: Bool = true
  ) {
    if let background = layer.background, background.alpha > 0 {
      canvas.fill(layer.outline(), .ink(.init(background)))
    }
    switch layer.content {
    case .box, .emitter: break
    case .gradient(let gradient):
      if let paint = gradient.paint(in: layer) { canvas.fill(layer.outline(), paint) }
    case .image(let image): draw(image, of: layer, on: canvas, matrix)
    case .shape(let shape): draw(shape, of: layer, on: canvas)
    case .text(let text): draw(text, of: layer, on: canvas)
    case .waveform(let waveform): draw(waveform, of: layer, on: canvas)
    // The picture itself is a layer of its own. What stands for it here casts the shadow.
    case .video: if castsShadow { canvas.fill(layer.outline(), .ink(.init(.black))) }
    }
    if hasBorder { drawBorder(of: layer, on: canvas) }
  }

  private func drawBorder(of layer: PresentedLayer, on canvas: Canvas) {
    guard let border = layer.border, border.width > 0 else { return }
    canvas.stroke(
      layer.outline(inset: border.width / 2), .init(.init(border.color), width: border.width))
  }

  private func draw(
    _ image: LayerImage, of layer: PresentedLayer, on canvas: Canvas, _ matrix: TransformMatrix
  ) {
    var area = Rectangle(x: 0, y: 0, width: 0, height: 0), own = (width: 0.0, height: 0.0)
    if image.contentsRect.isEmpty { return }
    let pixels = resources.pixels(of: image) { width, height in
      own = image.size(width: width, height: height)
      area = image.gravity.area(
        width: own.width, height: own.height, in: layer.width, layer.height)
      return max(area.width / own.width, area.height / own.height) * matrix.largestScale
        / image.scale
    }
    guard let pixels else { return }
    let scale = (x: Double(pixels.width), y: Double(pixels.height))
    let parts = image.parts(in: area, own: own).map { part, area in
      (Canvas.Area(part, scaledBy: scale), Canvas.Area(area))
    }
    func draw() {
      canvas.transform(by: layer.upright) {
        canvas.draw(pixels.pixels, width: pixels.width, height: pixels.height, parts: parts)
      }
    }
    if layer.masksToBounds { canvas.clip(to: layer.outline(), draw) } else { draw() }
  }

  private func draw(_ text: LayerText, of layer: PresentedLayer, on canvas: Canvas) {
    // A text in its own width must not wrap because of a rounding error.
    let paragraphs = text.paragraphs(width: layer.width + 0.01, height: layer.height)
    let part: Double =
      switch text.verticalAlignment {
      case .top: 0
      case .center: 0.5
      case .bottom: 1
      }
    let insets = text.insets
    let place = TransformMatrix.translation(x: insets.x, y: insets.y)
    canvas.transform(by: place.concatenating(layer.upright)) {
      resources.typesetter.draw(
        paragraphs, on: canvas, atPartOfHeight: part,
        outline: text.outline.map { (.init($0.color), $0.width) })
    }
  }

  private func draw(_ shape: LayerShape, of layer: PresentedLayer, on canvas: Canvas) {
    // The file reader has checked the path; without one, nothing is drawn.
    guard let path = try? shape.path(in: layer) else { return }
    if let fill = shape.fill, fill.alpha > 0 {
      canvas.fill(path.canvasSteps, .ink(.init(fill)), isEvenOdd: shape.isEvenOdd)
    }
    guard let stroke = shape.stroke, stroke.width > 0, stroke.color.alpha > 0 else { return }
    let part = path.trimmed(from: stroke.start, to: stroke.end)
    var line = stroke.line
    // Dashes count from the start of the path, and not from that of the part.
    if !stroke.dash.isEmpty, stroke.start > 0 { line.dashPhase += stroke.start * path.length }
    canvas.stroke(part.canvasSteps, line)
  }

  private func draw(_ waveform: LayerWaveform, of layer: PresentedLayer, on canvas: Canvas) {
    let path = waveform.path(width: layer.width, height: layer.height).canvasSteps
    if waveform.style != .line { return canvas.fill(path, .ink(.init(waveform.color))) }
    let width = waveform.thickness(width: layer.width)
    let box = LayerPath(width: layer.width, height: layer.height, radius: 0).canvasSteps
    canvas.clip(to: box) {
      canvas.stroke(
        path, Canvas.Line(.init(waveform.color), width: width, cap: .round, join: .round))
    }
  }
}

extension ColorBlending {
  /// The mode of drawings within a bitmap.
  fileprivate var onCanvas: Canvas.Blending {
    switch self {
    case .normal: .over
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .softLight: .softLight
    case .hardLight: .hardLight
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .difference: .difference
    case .exclusion: .exclusion
    case .add: .add
    }
  }
}

extension PresentedLayer {
  /// The area of the layer with its corners.
  fileprivate func outline(inset: Double = 0) -> [Canvas.PathStep] {
    LayerPath(width: width, height: height, radius: cornerRadius, inset: inset).canvasSteps
  }
}

extension LayerPath {
  fileprivate init(_ area: Rectangle) {
    self.init(width: area.width, height: area.height, radius: 0)
    self = applying(.translation(x: area.x, y: area.y))
  }

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
    var line = Canvas.Line(.init(color), width: width, cap: ends, join: corners, dash: dash)
    (line.dashPhase, line.miterLimit) = (dashPhase, miterLimit)
    return line
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
    case .conic:
      .conic(center: start, angle: atan2(end.y - start.y, end.x - start.x), stops)
    }
  }
}

extension Canvas {
  func transform(by matrix: TransformMatrix, _ body: () -> Void) {
    transform(
      a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx, ty: matrix.ty, body)
  }
}
