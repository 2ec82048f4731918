import CCutawayCairo
import Synchronization

/// The style of a piece of text.
public struct TextStyle: Sendable, Hashable {
  /// Names of families; the first that is available is used.
  public var families: [String]
  /// The height of the em square in pixels.
  public var size: Double
  /// The weight, 100…1000; 400 is regular.
  public var weight: Int
  /// Whether the letters slant.
  public var isItalic: Bool
  /// The width of the letters, -4…4 from the narrowest to the widest.
  public var stretch = 0
  /// Pixels between letters, besides those of the font.
  public var letterSpacing = 0.0
  /// OpenType features in the syntax of CSS.
  public var features = ""
  /// The colour.
  public var ink = Canvas.Ink(red: 1, green: 1, blue: 1, alpha: 1)
  /// Whether the letters are invisible, but take their place.
  public var isHidden = false
  /// What lies behind the letters.
  public var background: TextBackground?
  /// How many times larger the letters are drawn, about the middle of the piece in its line; their place stays.
  public var magnification = 1.0
  /// The most pixels by which magnified letters exceed their place at each side; `nil` has no limit.
  public var growth: Double?

  /// Creates a white style.
  public init(families: [String], size: Double, weight: Int = 400, isItalic: Bool = false) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// Text in one or more lines.
public struct Paragraphs: Sendable, Hashable {
  /// The pieces of the text; a line feed starts a new line.
  public var pieces: [Piece]
  /// The style of a text without pieces.
  public var style: TextStyle
  /// Where lines lie in the width.
  public var alignment = Alignment.natural
  /// Whether lines run from right to left; `nil` follows the first letter that has a direction.
  public var isRightToLeft: Bool?
  /// The width in pixels; `nil` is that of the longest line.
  public var width: Double?
  /// The height in pixels to which the font shrinks, if it does; `nil` is any.
  public var height: Double?
  /// Whether lines wrap in the width.
  public var wraps = true
  /// Whether the font becomes smaller until the text fits into width and height.
  public var shrinks = false
  /// The distance of lines as a multiple of that of the font.
  public var lineHeight = 1.0
  /// Where an ellipsis stands for text that does not fit; `nil` keeps all text.
  public var ellipsis: Ellipsis?
  /// The largest number of lines of a paragraph; `nil` has no limit.
  public var maximumLines: Int?
  /// What lies behind the lines.
  public var background: TextBackground?

  /// A piece of text in one style.
  public struct Piece: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The style.
    public var style: TextStyle

    /// Creates a piece.
    public init(_ text: String, _ style: TextStyle) {
      self.text = text
      self.style = style
    }
  }

  /// Where lines lie.
  public enum Alignment: Sendable, Hashable {
    /// At the side at which the script starts.
    case natural
    /// At a side, or in the middle.
    case left, center, right
    /// At both sides where lines wrap, but for the last line of a paragraph.
    case justified
  }

  /// Where an ellipsis stands in a line.
  public enum Ellipsis: Sendable, Hashable {
    /// The place.
    case start, middle, end
  }

  /// Creates a text that does not wrap.
  public init(_ pieces: [Piece], style: TextStyle) {
    self.pieces = pieces
    self.style = style
  }
}

/// The fonts and characters of a text that are not available.
public struct TextReport: Sendable, Hashable {
  /// Families that are not available.
  public var replacements: [Replacement] = []
  /// The characters that no font has.
  public var missing: [Unicode.Scalar] = []

  /// A family that is not available.
  public struct Replacement: Sendable, Hashable {
    /// The family.
    public let wanted: String
    /// The family that is used instead.
    public let used: String
    /// Its file.
    public let file: String
  }
}

/// Measures and draws text, whatever the user's settings: without hinting, at unrounded positions, in
/// pixels.
///
/// One thread uses it at a time; others wait.
public final class Typesetter: Sendable {
  private let lock = Mutex(())
  // Only used under the lock.
  private nonisolated(unsafe) let context: TextContext

  /// Creates a typesetter with font files, and the fonts of the system, if they are wanted.
  ///
  /// - Throws: ``FontError`` if a file is not a font.
  public init(fonts: [String], usesSystem: Bool) throws(FontError) {
    // The fonts of the system alone are loaded once per process.
    let isPlain = fonts.isEmpty && usesSystem
    context = TextContext(isPlain ? nil : try FontSet(files: fonts, usesSystem: usesSystem))
  }

  /// Calls `body` with the layout of a text, which is valid during the call only.
  func withLayout<Result: Sendable>(
    of text: Paragraphs, _ body: (borrowing TextLayout) -> Result
  ) -> Result {
    lock.withLock { _ in context.withLayout(of: text) { layout, _ in body(layout) } }
  }

  /// The size of a text in pixels.
  public func size(of text: Paragraphs) -> (width: Double, height: Double) {
    lock.withLock { _ in
      context.withLayout(of: text) { layout, _ in layout.size }
    }
  }

  /// Draws a text into a box whose top left corner is the origin of the canvas's coordinates.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - canvas: The canvas.
  ///   - part: Where the lines lie in the free height of `text`: 0 is at the top, 1 at the bottom.
  ///   - outline: A line outside of the letters, below their colour; `nil` draws none.
  public func draw(
    _ text: Paragraphs, on canvas: Canvas, atPartOfHeight part: Double = 0,
    outline: (ink: Canvas.Ink, width: Double)? = nil
  ) {
    lock.withLock { _ in
      context.withLayout(of: text) { layout, styles in
        // The layout is not that of the canvas' scale: lines would break elsewhere at each scale.
        let place = layout.place(of: text, atPartOfHeight: part)
        layout.draw(
          styles, background: text.background, outline: outline, at: place, on: canvas)
      }
    }
  }

  /// The fonts and characters of a text that are not available.
  public func report(on text: Paragraphs) -> TextReport {
    lock.withLock { _ in
      var report = TextReport()
      for style in Set(text.pieces.map(\.style)) {
        if let replaced = context.replacement(for: style) { report.replacements.append(replaced) }
      }
      context.withLayout(of: text) { layout, _ in
        layout.forEachRun { report.missing += $0.missingCharacters }
      }
      return report
    }
  }
}
