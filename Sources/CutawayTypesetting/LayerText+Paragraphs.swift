package import CutawayDrawing
package import CutawayKeyframes
package import CutawayOverlays

extension LayerText {
  /// The text for a typesetter, in a layer whose sides may be `nil`: those of the text.
  package func paragraphs(width: Double?, height: Double?) -> Paragraphs {
    var style = TextStyle(
      families: font.families, size: font.size, weight: font.weight, isItalic: font.isItalic)
    style.stretch = font.stretch.number
    (style.letterSpacing, style.features) = (font.letterSpacing, font.features)
    style.ink = .init(color)
    // The presentation has resolved all other sources.
    guard case .spans(let spans) = source else { return Paragraphs([], style: style) }
    let pieces = spans.map { Paragraphs.Piece($0.string, style.changed(by: $0.style)) }
    var result = Paragraphs(pieces, style: style)
    result.background = background.map { TextBackground($0, fontSize: font.size) }
    result.alignment =
      switch alignment {
      case .natural: .natural
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      }
    result.isRightToLeft = direction.map { $0 == .rightToLeft }
    let insets = insets
    result.width = width.map { max(0, $0 - 2 * insets.x) }
    result.height = height.map { max(0, $0 - 2 * insets.y) }
    (result.wraps, result.shrinks) = (wraps, shrinksToFit)
    (result.lineHeight, result.maximumLines) = (font.lineHeight, maximumLines)
    result.ellipsis =
      switch truncation {
      case .none: nil
      case .start: .start
      case .middle: .middle
      case .end: .end
      }
    return result
  }

  /// Draws the text into a box whose top left corner is the origin of the canvas's coordinates; its sides may be `nil`:
  /// those of the text.
  package func draw(width: Double?, height: Double?, on canvas: Canvas) {
    Typesetter.system.draw(
      paragraphs(width: width, height: height), on: canvas,
      outline: outline.map { (Canvas.Ink($0.color), $0.width) })
  }

  /// The text without what does not change its size.
  package func measured(width: Double?) -> Paragraphs {
    var text = paragraphs(width: width, height: nil)
    for index in text.pieces.indices {
      text.pieces[index].style.ink = TextStyle.measured
      text.pieces[index].style.isHidden = false
      (text.pieces[index].style.background, text.pieces[index].style.magnification) = (nil, 1)
      text.pieces[index].style.growth = nil
    }
    (text.style.ink, text.background) = (TextStyle.measured, nil)
    return text
  }

  /// The distance by which letters and boxes may exceed the lines of a layer of a width, in pixels.
  package func overhang(width: Double) -> Double {
    guard case .spans(let spans) = source else { return font.size / 2 + (outline?.width ?? 0) }
    let size = spans.compactMap(\.style.size).reduce(font.size, max)
    let letters = size / 2 + (outline?.width ?? 0)
    let boxes = spans.compactMap { span -> Double? in
      span.style.background.map { background in
        let padding = background.padding(fontSize: span.style.size ?? font.size)
        return max(padding.x, padding.y)
      }
    }
    // A letter is at most as wide as high, nearly always.
    let growth = spans.map { span in
      let own = min(width, Double(span.string.count) * (span.style.size ?? font.size))
      return max(0, (span.style.scale ?? 1) - 1) * (max(own, size) / 2 + boxes.reduce(letters, max))
    }
    return growth.reduce(0, max) + boxes.reduce(letters, max)
  }
}

extension TextStyle {
  /// The colour of a text that is only measured.
  fileprivate static let measured = Canvas.Ink(red: 0, green: 0, blue: 0, alpha: 1)

  fileprivate func changed(by style: LayerTextStyle) -> TextStyle {
    var result = self
    if let families = style.families { result.families = families }
    if let size = style.size { result.size = size }
    if let weight = style.weight { result.weight = weight }
    if let isItalic = style.isItalic { result.isItalic = isItalic }
    if let color = style.color { result.ink = .init(color) }
    result.isHidden = style.isHidden
    result.background = style.background.map { TextBackground($0, fontSize: result.size) }
    result.magnification = style.scale ?? 1
    result.growth = style.growth.map { $0 * result.size }
    return result
  }
}

extension TextBackground {
  fileprivate init(_ background: LayerTextBackground, fontSize: Double) {
    let padding = background.padding(fontSize: fontSize)
    self.init(
      .init(background.color), padding: (padding.x, padding.y),
      cornerRadius: background.cornerRadius(fontSize: fontSize), isPerLine: background.perLine)
  }
}

extension LayerFont.Stretch {
  /// -4…4 from the narrowest to the widest.
  fileprivate var number: Int { (Self.allCases.firstIndex(of: self) ?? 4) - 4 }
}

extension Canvas.Ink {
  package init(_ color: Color) {
    self.init(
      red: Double(color.red) / 255, green: Double(color.green) / 255,
      blue: Double(color.blue) / 255, alpha: Double(color.alpha) / 255)
  }
}

extension Typesetter {
  /// The one for the fonts of the system.
  package static let system: Typesetter = {
    do throws(FontError) {
      return try Typesetter(fonts: [], usesSystem: true)
    } catch {
      preconditionFailure("only a font file can fail")
    }
  }()
}
