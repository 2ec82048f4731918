import CutawayApple
package import CutawayKeyframes
package import CutawayOverlays

extension CATextLayer {
  /// The text for the model; `nil` without one.
  package var text: LayerText? {
    let color = foregroundColor.map { Color($0) } ?? .white
    let plain = FontName(of: font).layerFont(size: Double(fontSize))
    var text: LayerText
    switch string {
    case let string as NSAttributedString: text = LayerText(string, font: plain, color: color)
    case let string?: text = LayerText("\(string)", font: plain, color: color)
    case nil: return nil
    }
    text.isLiteral = true
    switch alignmentMode {
    case .left: text.alignment = .left
    case .right: text.alignment = .right
    case .center: text.alignment = .center
    case .justified: text.alignment = .justified
    default: break
    }
    text.wraps = isWrapped
    text.truncation = .init(rawValue: truncationMode.rawValue) ?? .none
    return text
  }
}

extension LayerText {
  /// A text with the attributes of its pieces.
  ///
  /// Outline, distance of letters and paragraph style are those of the first piece that states one.
  package init(_ string: NSAttributedString, font: LayerFont, color: Color) {
    self.init(.spans(string.spans), font: font, color: color)
    func first<Value>(_ key: String, as type: Value.Type) -> Value? {
      var found: Value?
      unsafe string.enumerateAttribute(
        NSAttributedString.Key(rawValue: key), in: NSRange(location: 0, length: string.length),
        options: []
      ) { value, _, stop in
        guard let value = value as? Value else { return }
        found = value
        unsafe stop.pointee = true
      }
      return found
    }
    if let distance = number(in: first("NSKern", as: Any.self)) {
      self.font.letterSpacing = distance
    }
    if let percent = number(in: first("NSStrokeWidth", as: Any.self)), percent != 0 {
      let size = spans?.lazy.compactMap(\.style.size).first ?? font.size
      let stated = first("NSStrokeColor", as: Any.self).flatMap { CGColor(value: $0) }
      // Half of a line lies outside of the letters. Positive numbers leave the letters empty, which is not done.
      outline = LayerTextOutline(
        width: abs(percent) / 200 * size, color: stated.map { Color($0) } ?? color)
    }
    if let style = first("NSParagraphStyle", as: (any ParagraphStyling).self) {
      style.apply(to: &self)
    }
  }

  private var spans: [LayerTextSpan]? { if case .spans(let spans) = source { spans } else { nil } }
}

/// A style of paragraphs of UIKit and AppKit.
package protocol ParagraphStyling {
  /// Changes a text.
  func apply(to text: inout LayerText)
}

/// A font by its name, such as `Helvetica-BoldOblique`.
struct FontName {
  let family: String
  var weight = 400
  var isItalic = false
  /// The size of a font object; `nil` for a name.
  var size: Double?

  /// The font of a layer's or a text's property: a name or an object; Helvetica without one.
  init(of value: Any?) {
    let object = value as? any CGFontConvertible
    let name = object?.fontName ?? (value as? String) ?? "Helvetica"
    size = object.map { Double($0.pointSize) }
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    var style = parts.count > 1 ? parts[1].lowercased() : ""
    // Names of the system's own font begin with a dot.
    family =
      name.hasPrefix(".") || parts[0].lowercased().contains("systemfont")
      ? "sans-serif" : parts[0]
    if name.hasPrefix(".") { style = name.lowercased() }
    let weights = [
      ("ultralight", 200), ("thin", 100), ("light", 300), ("medium", 500), ("semibold", 600),
      ("demibold", 600), ("extrabold", 800), ("heavy", 800), ("black", 900), ("bold", 700),
    ]
    weight = weights.first { style.contains($0.0) }?.1 ?? 400
    isItalic = style.contains("italic") || style.contains("oblique")
  }

  func layerFont(size: Double) -> LayerFont {
    LayerFont(families: [family, "sans-serif"], size: size, weight: weight, isItalic: isItalic)
  }
}

extension NSAttributedString {
  /// The pieces of equal style.
  fileprivate var spans: [LayerTextSpan] {
    var spans: [LayerTextSpan] = []
    let whole = NSRange(location: 0, length: length)
    unsafe enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      func value(_ names: String...) -> Any? {
        names.lazy.compactMap { attributes[NSAttributedString.Key(rawValue: $0)] }.first
      }
      var style = LayerTextStyle()
      style.color = value("NSColor", "CTForegroundColor").flatMap { CGColor(value: $0) }.map {
        Color($0)
      }
      if let font = value("NSFont", "CTFont") {
        let name = FontName(of: font)
        style.families = [name.family, "sans-serif"]
        (style.weight, style.isItalic, style.size) = (name.weight, name.isItalic, name.size)
      }
      spans.append(LayerTextSpan(attributedSubstring(from: range).string, style))
    }
    return spans
  }
}

extension Color {
  /// A colour of 8 bits.
  package init(_ color: CGColor) {
    let (red, green, blue, alpha) = color.rgba
    func byte(_ part: Double) -> UInt8 { UInt8((part * 255).rounded()) }
    self.init(red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
  }
}

extension CGColor {
  /// The colour of a value: a `CGColor`, or a colour of UIKit or AppKit; `nil` for others.
  package convenience init?(value: Any) {
    let color = value as? CGColor ?? (value as? any CGColorConvertible)?.cgColor
    guard let color else { return nil }
    let (red, green, blue, alpha) = color.rgba
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
}
