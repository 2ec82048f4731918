/// The fonts from which texts choose.
public struct FontSources: Sendable, Hashable, Codable {
  /// Paths of font files, which are part of the edit.
  public var files: [String]
  /// Whether the fonts of the system are available, too.
  ///
  /// Without them, a text looks the same on every machine with the same versions of Pango, Cairo and
  /// FreeType.
  public var usesSystem: Bool

  /// Creates sources: the fonts of the system by default.
  public init(files: [String] = [], usesSystem: Bool = true) {
    self.files = files
    self.usesSystem = usesSystem
  }
}

/// A font as text names it.
public struct LayerFont: Sendable, Hashable, Codable {
  /// Names of families; the first that is available is used.
  public var families: [String]
  /// The height of the em square in pixels.
  public var size: Double
  /// The weight, 100…900; 400 is regular, 700 bold.
  public var weight: Int
  /// Whether the letters slant.
  public var isItalic: Bool
  /// The width of the letters.
  public var stretch: Stretch
  /// Pixels between letters, besides those of the font.
  public var letterSpacing: Double
  /// The distance of lines as a multiple of that of the font.
  public var lineHeight: Double
  /// OpenType features in the syntax of CSS, such as `tnum, ss01=1`; empty are those of the font.
  public var features: String

  /// The width of letters, from narrow to wide.
  public enum Stretch: String, Sendable, Hashable, Codable, CaseIterable {
    /// Narrower than normal.
    case ultraCondensed, extraCondensed, condensed, semiCondensed
    /// The usual width.
    case normal
    /// Wider than normal.
    case semiExpanded, expanded, extraExpanded, ultraExpanded
  }

  /// Creates a font: the system's sans-serif with 48 pixels by default.
  public init(
    families: [String] = ["sans-serif"], size: Double = 48, weight: Int = 400,
    isItalic: Bool = false
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    stretch = .normal
    letterSpacing = 0
    lineHeight = 1
    features = ""
  }
}
