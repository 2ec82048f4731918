public import CutawayTime

/// The subtitles of an asset as the text of a layer.
///
/// Words have the times of the file, if it states them; else the time of a subtitle is divided by the letters of its
/// words.
public struct LayerCaptions: Sendable, Hashable, Codable {
  /// The asset, whose times are those of the layer's clock.
  public var asset: String
  /// What the layer looks like, apart from what it states.
  public var style: Style
  /// What the layer states itself; the style determines the rest when the composition is prepared.
  public var stated: Aspects
  /// The most words of a line; `nil` is that of the style.
  public var wordsPerLine: Int?
  /// The most lines at a time; `nil` is that of the style.
  public var lines: Int?
  /// The longest pause between words that are shown together; without words in lines it has no effect.
  public var longestPause: MediaTime
  /// The style of words whose time is over.
  public var past: LayerTextStyle
  /// The style of the word that is spoken.
  public var current: LayerTextStyle
  /// The style of words that follow.
  public var future: LayerTextStyle
  /// A box behind the word that is spoken; `nil` is that of the style.
  public var highlight: LayerTextBackground?
  /// The word that begins becomes larger, and springs back; `nil` is that of the style.
  public var pop: LayerTextPop?

  /// Shows whole subtitles, in a layer that states its looks.
  public init(asset: String, style: Style = .none) {
    (self.asset, self.style, stated) = (asset, style, [])
    longestPause = MediaTime(4, over: 5)
    (past, current, future) = (LayerTextStyle(), LayerTextStyle(), LayerTextStyle())
  }

  /// What captions look like and how they change.
  public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the layer states.
    case none
    /// Whole subtitles with a thin outline and a soft shadow.
    case classic
    /// A few bold words with a thick outline; the one that is spoken has a colour and pops.
    case social
    /// Two lines; words get a colour as they are spoken, and keep it.
    case karaoke
    /// A few bold words in a box; the one that is spoken has a box of another colour.
    case boldBox = "bold-box"
  }

  /// Properties of a layer and its text.
  public struct Aspects: OptionSet, Sendable, Hashable, Codable {
    /// One bit for each property.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The size of the font.
    public static let fontSize = Aspects(rawValue: 1 << 0)
    /// The weight of the font.
    public static let fontWeight = Aspects(rawValue: 1 << 1)
    /// The outline of the letters.
    public static let outline = Aspects(rawValue: 1 << 2)
    /// The shadow of the layer.
    public static let shadow = Aspects(rawValue: 1 << 3)
    /// The background of the layer or of its text.
    public static let background = Aspects(rawValue: 1 << 4)
    /// Where the lines lie in the layer.
    public static let alignment = Aspects(rawValue: 1 << 5)
    /// Where the layer lies.
    public static let place = Aspects(rawValue: 1 << 6)
    /// The distances to the edges of the layer around.
    public static let margin = Aspects(rawValue: 1 << 7)
    /// The width of the layer or of its lines.
    public static let width = Aspects(rawValue: 1 << 8)
  }

  /// Whether words have styles of their own, or lines of their own.
  package var needsWords: Bool {
    let plain = LayerTextStyle()
    return wordsPerLine != nil || past != plain || current != plain || future != plain
      || highlight != nil || pop != nil
  }
}
