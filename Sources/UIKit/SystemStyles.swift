/// The colours and fonts of the system, in its light appearance and its default size of texts.
extension InterfaceColor {
  /// Of texts.
  public static let label = InterfaceColor.black
  /// Of less important texts.
  public static let secondaryLabel = labelled(0.6)
  /// Of still less important texts.
  public static let tertiaryLabel = labelled(0.3)
  /// Of the least important texts.
  public static let quaternaryLabel = labelled(0.18)
  /// Of texts that stand for missing ones.
  public static let placeholderText = labelled(0.3)
  /// Of lines between parts.
  public static let separator = labelled(0.29)
  /// Of views.
  public static let systemBackground = InterfaceColor.white
  /// Of parts of views.
  public static let secondarySystemBackground = opaque(242, 242, 247)
  /// Of parts of parts of views.
  public static let tertiarySystemBackground = InterfaceColor.white
  /// A colour of the system.
  public static let systemTeal = opaque(48, 176, 199)
  /// A colour of the system.
  public static let systemMint = opaque(0, 199, 190)
  /// A colour of the system.
  public static let systemCyan = opaque(50, 173, 230)
  /// A colour of the system.
  public static let systemIndigo = opaque(88, 86, 214)
  /// A colour of the system.
  public static let systemBrown = opaque(162, 132, 94)
  /// A grey of the system, from the darkest one on.
  public static let systemGray = opaque(142, 142, 147)
  /// A grey of the system.
  public static let systemGray2 = opaque(174, 174, 178)
  /// A grey of the system.
  public static let systemGray3 = opaque(199, 199, 204)
  /// A grey of the system.
  public static let systemGray4 = opaque(209, 209, 214)
  /// A grey of the system.
  public static let systemGray5 = opaque(229, 229, 234)
  /// A grey of the system.
  public static let systemGray6 = opaque(242, 242, 247)

  private static func opaque(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> InterfaceColor {
    InterfaceColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
  }
  private static func labelled(_ alpha: CGFloat) -> InterfaceColor {
    InterfaceColor(red: 60 / 255, green: 60 / 255, blue: 67 / 255, alpha: alpha)
  }
}

extension InterfaceFont {
  /// The use of a text.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a style.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Titles, from the largest one on.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// A title.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// A title.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// A title.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// Of a part of a text.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// Of a part of a text.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// Of texts.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// Of remarks.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// Of notes.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// Below pictures.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// Below pictures.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// The points of the default size ("Large") of Apple's Human Interface Guidelines, Typography.
    fileprivate var points: CGFloat {
      switch self {
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      default: 17
      }
    }
  }

  /// The font of a use, in the default size of texts.
  public static func preferredFont(forTextStyle style: TextStyle) -> InterfaceFont {
    systemFont(ofSize: style.points, weight: style == .headline ? .semibold : .regular)
  }
}

extension InterfaceFont {
  /// How far the font extends above the baseline.
  public var ascender: CGFloat { CTFontGetAscent(coreText) }
  /// How far the font extends below the baseline, as a negative number.
  public var descender: CGFloat { -CTFontGetDescent(coreText) }

  private var coreText: CTFont { CTFontCreateWithName(fontName, pointSize, nil) }
}
