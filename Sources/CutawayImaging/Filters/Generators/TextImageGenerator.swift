import CutawayDrawing

/// Makes a picture of a text: white letters on transparent ground.
///
/// A line feed starts a new line. The font is looked up by its family: `-Bold` and `-Italic` at the end of a name select the
/// style. Fonts that are not installed are replaced.
public struct TextImageGenerator: PictureFilter {
  public static let name = "textImageGenerator"
  public static let summary = "Makes a picture of a text"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple's fonts are not there")
  public static let inputs: [FilterInput<Self>] = [
    .text("text", \.text), .text("fontName", \.fontName),
    .number("fontSize", \.fontSize, 9...128), .number("scaleFactor", \.scaleFactor, 1...4),
    .number("padding", \.padding, 0...200),
  ]

  /// The text.
  public var text = ""
  /// The name of a font.
  public var fontName = "HelveticaNeue"
  /// The size of the font in points.
  public var fontSize = 12.0
  /// The pixels of a point.
  public var scaleFactor = 1.0
  /// The space around the text in points.
  public var padding = 0.0

  public init() {}

  /// The picture; `nil` without a text, and for one of more than 32,767 pixels a side.
  public var output: Picture? {
    let size = fontSize * scaleFactor
    guard !text.isEmpty, size.isFinite, size > 0, size < 10_000, padding.isFinite,
      // Without fonts there are no letters.
      let typesetter = try? Typesetter(fonts: [], usesSystem: true)
    else { return nil }
    let style = style(size: size)
    let paragraphs = Paragraphs([.init(text, style)], style: style)
    let own = typesetter.size(of: paragraphs), space = (max(0, padding) * scaleFactor).rounded()
    let sides = [own.width, own.height].map { $0.rounded(.up) + 2 * space }
    guard sides.allSatisfy({ (1...32_767).contains($0) }),
      let canvas = Canvas(width: Int(sides[0]), height: Int(sides[1]))
    else { return nil }
    canvas.transform(a: 1, b: 0, c: 0, d: 1, tx: space, ty: space) {
      typesetter.draw(paragraphs, on: canvas)
    }
    let (width, height, pixels) = (canvas.width, canvas.height, canvas.pixels)
    return .generated(Region(width: width, height: height)) { line, _ in
      let start = (height - 1 - line.y) * width
      line.map { (_: SIMD4<Float>, x: Int) in
        let isInside = x >= 0 && x < width && start >= 0 && start < width * height
        return SIMD4(repeating: isInside ? Float(pixels[(start + x) * 4 + 3]) / 255 : 0)
      }
    }
  }

  /// The style that the name of the font states.
  private func style(size: Double) -> TextStyle {
    let parts = fontName.split(separator: "-", maxSplits: 1).map(String.init)
    let face = parts.count > 1 ? parts[1].lowercased() : ""
    return TextStyle(
      families: [parts.first ?? fontName, "sans-serif"], size: size,
      weight: face.contains("bold") ? 700 : face.contains("light") ? 300 : 400,
      isItalic: face.contains("italic") || face.contains("oblique"))
  }
}
