import CCutawayCairo

/// Pango's state: a font map of its own, and settings that do not depend on the user's.
struct TextContext: ~Copyable {
  private let map: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer

  /// Creates a context with some fonts; `nil` are those of the system.
  init(_ fonts: consuming FontSet?) {
    map = pango_cairo_font_map_new()
    if let fonts { cutaway_font_map_set_config(map, fonts.config) }
    pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
    context = pango_font_map_create_context(map)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    cairo_swift_unref(UnsafeMutableRawPointer(context))
    cairo_swift_unref(map)
  }

  /// Calls `body` with the layout of a text, which is valid during the call only, and the styles of
  /// its pieces.
  func withLayout<Result>(
    of text: Paragraphs, _ body: (borrowing TextLayout, [TextStyle]) -> Result
  ) -> Result {
    let pieces =
      text.pieces.isEmpty ? [.init("", text.style)] : text.pieces.withoutEmptyLines
    let styles = pieces.map(\.style)
    guard text.shrinks else {
      return body(TextLayout(text, pieces, scale: 1, on: context), styles)
    }
    func fits(_ scale: Double) -> Bool {
      let size = TextLayout(text, pieces, scale: scale, on: context).size
      return size.width <= (text.width ?? .infinity) + 0.01
        && size.height <= (text.height ?? .infinity) + 0.01
    }
    // The largest size that fits, to a thousandth, but not less than a twentieth.
    var (small, large) = (0.05, 1.0)
    if fits(large) { small = large }
    while large - small > 0.001 {
      let middle = (small + large) / 2
      if fits(middle) { small = middle } else { large = middle }
    }
    return body(TextLayout(text, pieces, scale: small, on: context), styles)
  }

  /// The family and the file of the font that replaces a family, or its bold or italic face; `nil` if
  /// these are available, or the family stands for any font of a kind.
  func replacement(for style: TextStyle) -> TextReport.Replacement? {
    let generic = ["sans", "sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"]
    guard let wanted = style.families.first,
      !style.families.contains(where: { generic.contains($0.lowercased()) }),
      let description = style.description(scale: 1)
    else { return nil }
    defer { pango_font_description_free(description) }
    guard let font = pango_font_map_load_font(map, context, description) else { return nil }
    defer { cairo_swift_unref(font) }
    guard let found = pango_font_describe(font) else { return nil }
    defer { pango_font_description_free(found) }
    let family = pango_font_description_get_family(found).map { String(cString: $0) } ?? ""
    let isWanted = style.families.contains { $0.lowercased() == family.lowercased() }
    var lacks: [String] = []
    if style.weight >= 600, pango_font_description_get_weight(found).rawValue < 550 {
      lacks.append("bold")
    }
    if style.isItalic, pango_font_description_get_style(found) == PANGO_STYLE_NORMAL {
      lacks.append("italic")
    }
    if isWanted, lacks.isEmpty { return nil }
    let file = cutaway_font_file(font).map { String(cString: $0) } ?? ""
    return TextReport.Replacement(
      wanted: isWanted ? ([family] + lacks).joined(separator: " ") : wanted, used: family,
      file: file)
  }
}

extension [Paragraphs.Piece] {
  /// The pieces with a space of no width in each empty line.
  ///
  /// Pango 1.50 gives empty lines a height that does not follow the scale of the canvas.
  fileprivate var withoutEmptyLines: [Paragraphs.Piece] {
    let space: Character = "\u{200B}"
    var pieces = self, isAtStart = true
    for index in pieces.indices where pieces[index].text.contains("\n") || index == count - 1 {
      var text = ""
      if index > 0, let last = pieces[..<index].last(where: { !$0.text.isEmpty }) {
        isAtStart = last.text.last == "\n"
      }
      for character in pieces[index].text {
        if character == "\n", isAtStart { text.append(space) }
        text.append(character)
        isAtStart = character == "\n"
      }
      if index == count - 1, isAtStart, contains(where: { !$0.text.isEmpty }) { text.append(space) }
      pieces[index].text = text
    }
    return pieces
  }
}

extension TextStyle {
  /// Pango's description of the font, which the caller frees.
  func description(scale: Double) -> OpaquePointer? {
    guard let description = pango_font_description_new() else { return nil }
    pango_font_description_set_family(description, families.joined(separator: ","))
    pango_font_description_set_absolute_size(description, size * scale * Font.unit)
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: UInt32(min(1_000, max(100, weight)))))
    pango_font_description_set_stretch(
      description, PangoStretch(rawValue: UInt32(min(8, max(0, stretch + 4)))))
    if isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    return description
  }
}

/// A text that has been divided into lines.
struct TextLayout: ~Copyable {
  let pointer: OpaquePointer
  /// The bytes of the text before the end of each piece.
  private let ends: [Int]
  private let isRightToLeft: Bool

  /// Divides a text into lines.
  ///
  /// - Parameters:
  ///   - text: The settings.
  ///   - pieces: The pieces, of which there is at least one.
  ///   - scale: The factor of all sizes.
  ///   - context: Pango's context.
  init(
    _ text: Paragraphs, _ pieces: [Paragraphs.Piece], scale: Double, on context: OpaquePointer
  ) {
    // Pango returns no layout only without memory.
    pointer = pango_layout_new(context)!
    var end = 0
    ends = pieces.map { piece in
      end += piece.text.utf8.count
      return end
    }
    let string = pieces.map(\.text).joined()
    pango_layout_set_text(pointer, string, -1)
    isRightToLeft =
      text.isRightToLeft ?? (pango_layout_get_direction(pointer, 0) == PANGO_DIRECTION_RTL)
    if let description = pieces[0].style.description(scale: scale) {
      pango_layout_set_font_description(pointer, description)
      pango_font_description_free(description)
    }
    if text.isRightToLeft != nil || text.alignment == .left || text.alignment == .right {
      // Without this, Pango turns left and right round in lines from right to left.
      pango_layout_set_auto_dir(pointer, 0)
      pango_context_set_base_dir(
        context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
      pango_layout_context_changed(pointer)
    } else {
      pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    }
    setWidth(of: text)
    pango_layout_set_justify(pointer, text.alignment == .justified ? 1 : 0)
    switch text.alignment {
    case .natural, .justified:
      let isFixed = text.isRightToLeft == true
      pango_layout_set_alignment(pointer, isFixed ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    case .left: pango_layout_set_alignment(pointer, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(pointer, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(pointer, PANGO_ALIGN_RIGHT)
    }
    setAttributes(of: text, pieces, scale)
  }

  deinit { cairo_swift_unref(UnsafeMutableRawPointer(pointer)) }

  private func setWidth(of text: Paragraphs) {
    let lines = text.maximumLines ?? (text.wraps ? nil : 1)
    let ellipsis = text.ellipsis ?? (text.maximumLines == nil ? nil : .end)
    guard let width = text.width, text.wraps || ellipsis != nil else { return }
    let units = (width * Font.unit).rounded(.up)
    pango_layout_set_width(pointer, Int32(min(max(0, units), Double(Int32.max))))
    pango_layout_set_wrap(pointer, text.shrinks ? PANGO_WRAP_WORD : PANGO_WRAP_WORD_CHAR)
    guard let ellipsis else { return }
    pango_layout_set_ellipsize(
      pointer,
      ellipsis == .start
        ? PANGO_ELLIPSIZE_START
        : ellipsis == .middle ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END)
    if let lines {
      pango_layout_set_height(pointer, -Int32(lines))
    } else if let height = text.height {
      let units = (height * Font.unit).rounded(.up)
      pango_layout_set_height(pointer, Int32(min(max(0, units), Double(Int32.max))))
    }
  }

  private func setAttributes(of text: Paragraphs, _ pieces: [Paragraphs.Piece], _ scale: Double) {
    guard let list = pango_attr_list_new() else { return }
    defer { pango_attr_list_unref(list) }
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, from start: Int, to end: Int) {
      guard let attribute else { return }
      attribute.pointee.start_index = UInt32(start)
      attribute.pointee.end_index = UInt32(end)
      pango_attr_list_insert(list, attribute)
    }
    var start = 0
    for (index, piece) in pieces.enumerated() {
      let end = ends[index], style = piece.style
      if let description = style.description(scale: scale) {
        add(pango_attr_font_desc_new(description), from: start, to: end)
        pango_font_description_free(description)
      }
      if style.letterSpacing != 0 {
        let units = Int32(clamping: Int((style.letterSpacing * scale * Font.unit).rounded()))
        add(pango_attr_letter_spacing_new(units), from: start, to: end)
      }
      if !style.features.isEmpty {
        add(pango_attr_font_features_new(style.features), from: start, to: end)
      }
      // Colours of neighbours differ, so that no run is in two pieces. The colour itself is not used.
      add(pango_attr_foreground_new(UInt16(index % 60_000), 0, 0), from: start, to: end)
      start = end
    }
    if text.lineHeight != 1 {
      add(pango_attr_line_height_new(text.lineHeight), from: 0, to: start)
    }
    pango_layout_set_attributes(pointer, list)
  }

  /// The width and the height in pixels.
  var size: (width: Double, height: Double) {
    var width: Int32 = 0, height: Int32 = 0
    pango_layout_get_size(pointer, &width, &height)
    return (Double(width) / Font.unit, Double(height) / Font.unit)
  }

  /// Where the top left corner of the lines lies.
  func place(of text: Paragraphs, atPartOfHeight part: Double) -> (x: Double, y: Double) {
    let size = size, y = ((text.height ?? size.height) - size.height) * part
    // With a width, Pango aligns the lines in it.
    guard let width = text.width, pango_layout_get_width(pointer) < 0 else { return (0, y) }
    let free = width - size.width
    return switch text.alignment {
    case .left: (0, y)
    case .center: (free / 2, y)
    case .right: (free, y)
    case .natural, .justified: (isRightToLeft ? free : 0, y)
    }
  }

  /// Calls `body` with each part of each line.
  func forEachRun(_ body: (Run) -> Void) {
    guard let iterator = pango_layout_get_iter(pointer) else { return }
    defer { pango_layout_iter_free(iterator) }
    var line = 0
    repeat {
      // Each line ends with a run that is `nil`.
      guard let run = pango_layout_iter_get_run_readonly(iterator)?.pointee else {
        line += 1
        continue
      }
      guard let item = run.item?.pointee else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      let offset = Int(item.offset)
      body(
        Run(
          piece: ends.firstIndex { $0 > offset } ?? ends.count - 1, line: line,
          x: Double(logical.x) / Font.unit,
          area: Canvas.Area(
            x: Double(logical.x) / Font.unit, y: Double(logical.y) / Font.unit,
            width: Double(logical.width) / Font.unit, height: Double(logical.height) / Font.unit),
          baseline: Double(pango_layout_iter_get_baseline(iterator)) / Font.unit,
          font: item.analysis.font, glyphs: run.glyphs))
    } while pango_layout_iter_next_run(iterator) != 0
  }
}
