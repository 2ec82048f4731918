package import CutawayOverlays

/// What a style determines, in a picture of a size.
///
/// All lengths follow from the size of the font, and that from the height of the picture, so that captions look the same
/// in a preview and in a large film.
private struct CaptionLook {
  let fontSize: Double
  var weight = 700
  var outline = 0.0
  var shadow = LayerShadow()
  var background: LayerTextBackground?
  var wordsPerLine: Int?
  var lines = 2
  var past = LayerTextStyle()
  var current = LayerTextStyle()
  var future = LayerTextStyle()
  var highlight: LayerTextBackground?
  var pop: LayerTextPop?

  /// The look of a style; `nil` if the layer states it all.
  init?(_ style: LayerCaptions.Style, in size: PixelSize) {
    let isUpright = size.height > size.width
    let yellow = Color(red: 0xFF, green: 0xE1, blue: 0x4D)
    let part: Double
    switch style {
    case .none: return nil
    case .classic:
      // Whole sentences need room.
      part = isUpright ? 0.038 : 0.045
      (weight, lines) = (500, 1)
    case .karaoke:
      part = isUpright ? 0.05 : 0.055
      wordsPerLine = 5
      (past.color, current.color) = (yellow, yellow)
    case .social:
      part = isUpright ? 0.055 : 0.065
      wordsPerLine = 3
      current.color = yellow
      pop = LayerTextPop()
    case .boldBox:
      part = isUpright ? 0.05 : 0.06
      wordsPerLine = 3
    }
    fontSize = part * Double(size.height)
    shadow = LayerShadow(
      offset: Point(x: 0, y: 0.04 * fontSize), radius: 0.1 * fontSize, opacity: 0.7)
    if style == .boldBox {
      background = LayerTextBackground(
        color: Color(red: 0x10, green: 0x10, blue: 0x14, alpha: 0xE0), perLine: true)
      highlight = LayerTextBackground(
        color: Color(red: 0x7C, green: 0x3A, blue: 0xED),
        padding: Point(x: 0.14 * fontSize, y: 0))
    } else {
      outline = (style == .karaoke ? 0.06 : 0.1) * fontSize
    }
  }
}

extension LayerCaptions {
  /// The captions with what their style determines in a picture of a size.
  fileprivate func completed(by look: CaptionLook) -> LayerCaptions {
    var captions = self
    captions.style = .none
    if lines != nil || wordsPerLine != nil || look.wordsPerLine != nil {
      captions.wordsPerLine = wordsPerLine ?? look.wordsPerLine
      captions.lines = lines ?? look.lines
    }
    captions.past = past.completed(by: look.past)
    captions.current = current.completed(by: look.current)
    captions.future = future.completed(by: look.future)
    captions.highlight = highlight ?? look.highlight
    captions.pop = pop ?? look.pop
    return captions
  }
}

extension LayerTextStyle {
  /// The style with what another one states besides.
  fileprivate func completed(by other: LayerTextStyle) -> LayerTextStyle {
    var style = self
    style.color = color ?? other.color
    style.weight = weight ?? other.weight
    return style
  }
}

extension OverlayLayer {
  /// The layer with the looks of its captions, in a picture of a size.
  ///
  /// What the layer states stays, and a background replaces outline and shadow.
  package func withCaptionLook(in size: PixelSize) -> OverlayLayer {
    guard case .text(var text) = content, case .captions(let captions) = text.source,
      let look = CaptionLook(captions.style, in: size)
    else { return self }
    let stated = captions.stated
    var layer = self
    text.source = .captions(captions.completed(by: look))
    if !stated.contains(.fontSize) { text.font.size = look.fontSize }
    if !stated.contains(.fontWeight) { text.font.weight = look.weight }
    if !stated.contains(.alignment) { text.alignment = .center }
    // The parts of the font's size follow one that is stated.
    let factor = text.font.size / look.fontSize
    if !stated.contains(.background) {
      text.background = look.background
      if !stated.contains(.outline), look.outline > 0 {
        text.outline = LayerTextOutline(width: look.outline * factor)
      }
      if !stated.contains(.shadow), look.background == nil {
        layer.shadow = look.shadow.scaled(by: factor)
      }
    }
    if !stated.contains(.width) { text.maximumWidth = .percent(84) }
    if !stated.contains(.place) {
      let isUpright = size.height > size.width
      layer.position = .place(
        .bottom, marginX: .percent(8), marginY: .percent(isUpright ? 20 : 8))
      if stated.contains(.margin), case .place(_, let x, let y) = position {
        layer.position = .place(.bottom, marginX: x, marginY: y)
      }
    }
    layer.content = .text(text)
    return layer
  }
}

extension LayerShadow {
  fileprivate func scaled(by factor: Double) -> LayerShadow {
    LayerShadow(
      offset: Point(x: offset.x * factor, y: offset.y * factor), radius: radius * factor,
      opacity: opacity, color: color)
  }
}
