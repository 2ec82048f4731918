public import CutawayTime

/// Text, which may change with time; a line feed starts a new line.
public struct LayerText: Sendable, Hashable, Codable {
  /// What the text says.
  ///
  /// `{timecode}`, `{frame}` and `{time}` stand for the place of a frame in the composition, unless the text
  /// ``isLiteral``.
  public var source: LayerTextSource
  /// Whether braces stand for themselves, as in subtitles.
  public var isLiteral = false
  /// The font.
  public var font: LayerFont
  /// The colour of the letters.
  public var color: Color
  /// A line around the letters, below their colour; `nil` draws none.
  public var outline: LayerTextOutline?
  /// A box behind the lines; `nil` draws none.
  public var background: LayerTextBackground?
  /// Where lines lie in the width of the layer.
  public var alignment: Alignment
  /// Where the lines lie in the height of the layer.
  public var verticalAlignment: VerticalAlignment
  /// The direction of lines; `nil` is that of the first letter that has one.
  public var direction: Direction?
  /// Distances in pixels between the edges of the layer and the lines, horizontal and vertical.
  public var padding: Point
  /// Whether lines that are wider than the layer wrap.
  public var wraps: Bool
  /// The width in which lines wrap in a layer that has none of its own; `nil` is that between the margins of a layer with a
  /// place, and has no limit otherwise.
  public var maximumWidth: LayerLength?
  /// The largest number of lines of a paragraph; `nil` has no limit.
  public var maximumLines: Int?
  /// Where an ellipsis stands for text that does not fit; with ``maximumLines``, ``Truncation/none``
  /// is the end.
  public var truncation: Truncation
  /// Whether the font becomes smaller until the text fits into the layer.
  public var shrinksToFit: Bool
  /// The text appears bit by bit; `nil` shows all of it.
  public var reveal: LayerTextReveal?

  /// Where lines lie.
  public enum Alignment: String, Sendable, Hashable, Codable, CaseIterable {
    /// At the side at which the script starts.
    case natural
    /// At a side, or in the middle.
    case left, center, right
    /// At both sides, but for the last line of a paragraph, where lines wrap.
    case justified
  }

  /// Where the lines lie in the height.
  public enum VerticalAlignment: String, Sendable, Hashable, Codable, CaseIterable {
    /// At an edge, or in the middle.
    case top, center, bottom
  }

  /// The direction of lines.
  public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
    /// Latin, for example.
    case leftToRight
    /// Arabic and Hebrew, for example.
    case rightToLeft
  }

  /// Where an ellipsis stands for text that does not fit.
  public enum Truncation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nowhere: text exceeds the layer.
    case none
    /// In a line.
    case start, middle, end
  }

  /// Creates a text of one style, white by default.
  public init(
    _ string: String, font: LayerFont = LayerFont(), color: Color = .white,
    alignment: Alignment = .natural
  ) {
    self.init(.spans([LayerTextSpan(string)]), font: font, color: color, alignment: alignment)
  }

  /// Creates a text, white by default.
  public init(
    _ source: LayerTextSource, font: LayerFont = LayerFont(), color: Color = .white,
    alignment: Alignment = .natural
  ) {
    self.source = source
    self.font = font
    self.color = color
    self.alignment = alignment
    verticalAlignment = .top
    padding = Point(x: 0, y: 0)
    wraps = true
    truncation = .none
    shrinksToFit = false
  }
}

/// What a text says.
public enum LayerTextSource: Sendable, Hashable, Codable {
  /// Pieces in styles of their own, one after another.
  case spans([LayerTextSpan])
  /// Texts that replace each other.
  ///
  /// Before the first one, the first holds.
  case instants([LayerTextInstant])
  /// Words that are spoken, in order of time.
  case words(LayerWords)
  /// The subtitles of an asset.
  case captions(LayerCaptions)
}

/// A piece of a text in one style.
public struct LayerTextSpan: Sendable, Hashable, Codable {
  /// The text.
  public var string: String
  /// What differs from the style of the whole text.
  public var style: LayerTextStyle

  /// Creates a piece, in the style of the whole text by default.
  public init(_ string: String, _ style: LayerTextStyle = LayerTextStyle()) {
    self.string = string
    self.style = style
  }
}

/// What differs from the style of a text; `nil` is the same.
public struct LayerTextStyle: Sendable, Hashable, Codable {
  /// The colour of the letters.
  public var color: Color?
  /// Names of families; the first that is available is used.
  public var families: [String]?
  /// The height of the em square in pixels.
  public var size: Double?
  /// The weight, 100…900.
  public var weight: Int?
  /// Whether the letters slant.
  public var isItalic: Bool?
  /// Whether the letters are invisible, but take their place.
  public var isHidden: Bool
  /// A box behind the letters in each line.
  public var background: LayerTextBackground?
  /// How many times larger the letters are drawn, about their middle; they take the same place.
  public var scale: Double?
  /// The most by which ``scale`` lets the letters exceed their place at each side, in parts of the font's size; `nil` has no
  /// limit.
  public var growth: Double?
  /// The letters become larger when their text begins, and spring back.
  public var pop: LayerTextPop?

  /// Creates a style.
  public init(
    color: Color? = nil, families: [String]? = nil, size: Double? = nil, weight: Int? = nil,
    isItalic: Bool? = nil, isHidden: Bool = false
  ) {
    self.color = color
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.isHidden = isHidden
  }

  /// Invisible letters.
  public static let hidden = LayerTextStyle(isHidden: true)
}

/// A text from a time on.
public struct LayerTextInstant: Sendable, Hashable, Codable {
  /// The time in the layer's clock.
  public var time: MediaTime
  /// The text; none shows nothing.
  public var spans: [LayerTextSpan]

  /// Creates a text from a time on.
  public init(at time: MediaTime, _ spans: [LayerTextSpan]) {
    self.time = time
    self.spans = spans
  }
}

/// Words that are highlighted as they are spoken, as in karaoke.
public struct LayerWords: Sendable, Hashable, Codable {
  /// The words in order of time.
  public var words: [Word]
  /// What stands between words that no white space separates.
  public var separator: String
  /// The style of words whose time is over.
  public var past: LayerTextStyle
  /// The style of the word that is spoken.
  public var current: LayerTextStyle
  /// The style of words that follow.
  public var future: LayerTextStyle
  /// A box behind the word that is spoken.
  public var highlight: LayerTextBackground?
  /// The word that begins becomes larger, and springs back.
  public var pop: LayerTextPop?

  /// A word.
  public struct Word: Sendable, Hashable, Codable {
    /// The time from which it is spoken, in the layer's clock.
    public var time: MediaTime
    /// The word.
    public var string: String

    /// Creates a word.
    public init(at time: MediaTime, _ string: String) {
      self.time = time
      self.string = string
    }
  }

  /// Creates words that all look the same.
  public init(
    _ words: [Word], separator: String = " ", past: LayerTextStyle = LayerTextStyle(),
    current: LayerTextStyle = LayerTextStyle(), future: LayerTextStyle = LayerTextStyle()
  ) {
    self.words = words
    self.separator = separator
    self.past = past
    self.current = current
    self.future = future
  }
}

/// A text that appears bit by bit, as from a typewriter.
///
/// Letters that have not appeared take their place, so that nothing moves.
public struct LayerTextReveal: Sendable, Hashable, Codable {
  /// What appears at a time.
  public var unit: Unit
  /// How many appear in a second.
  public var rate: Double

  /// What appears at a time.
  public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
    /// A grapheme cluster, such as a letter with its accents.
    case character
    /// Everything up to the next white space.
    case word
  }

  /// Creates a typewriter.
  public init(_ unit: Unit, rate: Double = 20) {
    self.unit = unit
    self.rate = rate
  }
}

/// A line around letters.
public struct LayerTextOutline: Sendable, Hashable, Codable {
  /// The thickness outside of the letters, in pixels.
  public var width: Double
  /// The colour.
  public var color: Color

  /// Creates an outline, black and 2 pixels thick by default.
  public init(width: Double = 2, color: Color = .black) {
    self.width = width
    self.color = color
  }
}
