import CCutawayCairo

extension TextLayout {
  /// A piece in a line.
  private struct Part: Hashable {
    let piece: Int, line: Int
  }

  /// Draws the text.
  ///
  /// - Parameters:
  ///   - styles: The styles of the pieces.
  ///   - background: What lies behind the lines.
  ///   - outline: A line outside of the letters, below their colour.
  ///   - place: Where the top left corner of the lines lies.
  ///   - canvas: The canvas.
  func draw(
    _ styles: [TextStyle], background: TextBackground?,
    outline: (ink: Canvas.Ink, width: Double)?, at place: (x: Double, y: Double),
    on canvas: Canvas
  ) {
    if let background { fill(background, behind: lineAreas(styles), place, on: canvas) }
    let parts = partAreas(styles)
    for (part, area) in parts {
      guard let background = styles[part.piece].background else { continue }
      magnified(styles[part.piece], about: area, place, on: canvas) {
        fill(background, behind: [area], place, on: canvas)
      }
    }
    let magnifications = Set(styles.map { $0.magnification != 1 })
    // What is larger lies above its neighbours.
    for isMagnified in [false, true] where magnifications.contains(isMagnified) {
      func forEachShownRun(_ body: (Run) -> Void) {
        forEachRun { run in
          let style = styles[run.piece]
          if style.isHidden || (style.magnification != 1) != isMagnified { return }
          let area = parts.first { $0.part == Part(piece: run.piece, line: run.line) }?.area
          magnified(style, about: area ?? run.area, place, on: canvas) { body(run) }
        }
      }
      drawLetters(styles, outline, place, on: canvas, forEachShownRun)
    }
    cairo_new_path(canvas.context)
  }

  private func drawLetters(
    _ styles: [TextStyle], _ outline: (ink: Canvas.Ink, width: Double)?,
    _ place: (x: Double, y: Double), on canvas: Canvas,
    _ forEachShownRun: ((Run) -> Void) -> Void
  ) {
    func begin(_ run: Run) {
      cairo_new_path(canvas.context)
      cairo_move_to(canvas.context, place.x + run.x, place.y + run.baseline)
    }
    if let outline, outline.width > 0 {
      // All outlines lie below all letters.
      forEachShownRun { run in
        begin(run)
        pango_cairo_glyph_string_path(canvas.context, run.font, run.glyphs)
        canvas.set(outline.ink)
        cairo_set_dash(canvas.context, nil, 0, 0)
        cairo_set_line_join(canvas.context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_width(canvas.context, 2 * outline.width)
        cairo_stroke(canvas.context)
      }
    }
    forEachShownRun { run in
      canvas.set(styles[run.piece].ink)
      begin(run)
      if run.hasPictures {
        pango_cairo_show_glyph_string(canvas.context, run.font, run.glyphs)
      } else {
        // Glyphs as bitmaps lie at whole pixels in Cairo 1.16, and at quarters in 1.18.
        pango_cairo_glyph_string_path(canvas.context, run.font, run.glyphs)
        cairo_fill(canvas.context)
      }
    }
  }

  private func fill(
    _ background: TextBackground, behind areas: [Canvas.Area], _ place: (x: Double, y: Double),
    on canvas: Canvas
  ) {
    let moved = areas.map {
      Canvas.Area(x: place.x + $0.x, y: place.y + $0.y, width: $0.width, height: $0.height)
    }
    let outline = background.outline(of: moved)
    if !outline.isEmpty { canvas.fill(outline, .ink(background.ink)) }
  }

  /// Draws larger about the middle of an area, if the style is that of larger letters.
  private func magnified(
    _ style: TextStyle, about area: Canvas.Area, _ place: (x: Double, y: Double),
    on canvas: Canvas, _ body: () -> Void
  ) {
    if style.magnification == 1 { return body() }
    let widest = style.growth.map { area.width > 0 ? 1 + 2 * $0 / area.width : 1 } ?? .infinity
    let scale = min(style.magnification, widest)
    let x = place.x + area.x + area.width / 2, y = place.y + area.y + area.height / 2
    canvas.transform(
      a: scale, b: 0, c: 0, d: scale, tx: x * (1 - scale), ty: y * (1 - scale), body)
  }

  /// The areas of visible pieces that are drawn larger or have a background, line by line.
  private func partAreas(_ styles: [TextStyle]) -> [(part: Part, area: Canvas.Area)] {
    let isPlain = styles.allSatisfy { $0.background == nil && $0.magnification == 1 }
    if isPlain { return [] }
    var parts: [(part: Part, area: Canvas.Area)] = []
    forEachRun { run in
      let style = styles[run.piece], part = Part(piece: run.piece, line: run.line)
      if style.isHidden || style.background == nil && style.magnification == 1 { return }
      if let index = parts.firstIndex(where: { $0.part == part }) {
        parts[index].area = parts[index].area.union(run.area)
      } else {
        parts.append((part, run.area))
      }
    }
    return parts
  }

  /// The areas of the visible pieces of the lines.
  private func lineAreas(_ styles: [TextStyle]) -> [Canvas.Area] {
    var lines: [Int: Canvas.Area] = [:]
    forEachRun { run in
      if styles[run.piece].isHidden { return }
      lines[run.line] = lines[run.line]?.union(run.area) ?? run.area
    }
    return lines.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Canvas.Area {
  /// The smallest area around two areas.
  fileprivate func union(_ other: Canvas.Area) -> Canvas.Area {
    let left = min(x, other.x), top = min(y, other.y)
    return Canvas.Area(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
