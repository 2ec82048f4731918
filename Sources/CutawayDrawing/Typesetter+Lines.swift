import CCutawayCairo

/// A line of a text, in pixels from the top left of its lines.
public struct TextLine: Sendable, Hashable {
  /// The bytes of the text in UTF-8.
  public var bytes: Range<Int>
  /// The left end, and the length to the right end.
  public var x: Double, width: Double
  /// The distance of the baseline from the top.
  public var baseline: Double
  /// How far the font extends above and below the baseline.
  public var ascent: Double, descent: Double
  /// The area of the letters themselves.
  public var ink: Canvas.Area

  /// A line without text.
  public static let empty = TextLine(
    bytes: 0..<0, x: 0, width: 0, baseline: 0, ascent: 0, descent: 0,
    ink: Canvas.Area(x: 0, y: 0, width: 0, height: 0))
}

extension Typesetter {
  /// The lines of a text.
  public func lines(of text: Paragraphs) -> [TextLine] {
    withLayout(of: text) { layout in
      guard let iterator = pango_layout_get_iter(layout.pointer) else { return [] }
      defer { pango_layout_iter_free(iterator) }
      var lines: [TextLine] = []
      repeat {
        guard let line = pango_layout_iter_get_line_readonly(iterator)?.pointee else { continue }
        var ink = PangoRectangle(), logical = PangoRectangle()
        pango_layout_iter_get_line_extents(iterator, &ink, &logical)
        let baseline = Double(pango_layout_iter_get_baseline(iterator)) / Font.unit
        let top = Double(logical.y) / Font.unit, height = Double(logical.height) / Font.unit
        let start = Int(line.start_index)
        lines.append(
          TextLine(
            bytes: start..<start + Int(line.length), x: Double(logical.x) / Font.unit,
            width: Double(logical.width) / Font.unit, baseline: baseline, ascent: baseline - top,
            descent: top + height - baseline,
            ink: Canvas.Area(
              x: Double(ink.x) / Font.unit, y: Double(ink.y) / Font.unit,
              width: Double(ink.width) / Font.unit, height: Double(ink.height) / Font.unit)))
      } while pango_layout_iter_next_line(iterator) != 0
      return lines
    }
  }

  /// The distance of a place in a text of one line from its left end.
  ///
  /// - Parameters:
  ///   - byte: The number of bytes in UTF-8 before the place.
  ///   - text: The text.
  /// - Returns: The distance in pixels.
  public func distance(ofByte byte: Int, in text: Paragraphs) -> Double {
    withLayout(of: text) { layout in
      var area = PangoRectangle()
      pango_layout_index_to_pos(layout.pointer, Int32(clamping: byte), &area)
      return Double(area.x) / Font.unit
    }
  }
}
