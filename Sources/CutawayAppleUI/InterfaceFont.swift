/// A font, under the names of UIKit and AppKit.
public final class InterfaceFont: NSObject, CGFontConvertible, Sendable {
  /// The PostScript name.
  public let fontName: String
  /// The size in points.
  public let pointSize: CGFloat

  /// Creates a font of a name.
  public init?(name fontName: String, size fontSize: CGFloat) {
    (self.fontName, pointSize) = (fontName, fontSize)
  }
  private init(system style: String, _ size: CGFloat) {
    (fontName, pointSize) = (".SystemFont\(style)", size)
  }

  /// The thickness of letters.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// From -1 to 1.
    public let rawValue: CGFloat
    /// Creates a weight.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// The weights of UIKit.
    public static let ultraLight = Weight(rawValue: -0.8)
    /// A weight.
    public static let thin = Weight(rawValue: -0.6)
    /// A weight.
    public static let light = Weight(rawValue: -0.4)
    /// A weight.
    public static let regular = Weight(rawValue: 0)
    /// A weight.
    public static let medium = Weight(rawValue: 0.23)
    /// A weight.
    public static let semibold = Weight(rawValue: 0.3)
    /// A weight.
    public static let bold = Weight(rawValue: 0.4)
    /// A weight.
    public static let heavy = Weight(rawValue: 0.56)
    /// A weight.
    public static let black = Weight(rawValue: 0.62)

    fileprivate var style: String {
      switch self {
      case .ultraLight: "-UltraLight"
      case .thin: "-Thin"
      case .light: "-Light"
      case .medium: "-Medium"
      case .semibold: "-Semibold"
      case .bold: "-Bold"
      case .heavy: "-Heavy"
      case .black: "-Black"
      default: ""
      }
    }
  }

  /// The font of the system.
  public static func systemFont(ofSize fontSize: CGFloat) -> InterfaceFont {
    InterfaceFont(system: "", fontSize)
  }
  /// The font of the system in a weight.
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> InterfaceFont {
    InterfaceFont(system: weight.style, fontSize)
  }
  /// The bold font of the system.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> InterfaceFont {
    InterfaceFont(system: "-Bold", fontSize)
  }
  /// The italic font of the system.
  public static func italicSystemFont(ofSize fontSize: CGFloat) -> InterfaceFont {
    InterfaceFont(system: "-Italic", fontSize)
  }
  /// The same font in another size.
  public func withSize(_ fontSize: CGFloat) -> InterfaceFont {
    InterfaceFont(name: fontName, size: fontSize) ?? self
  }
}

extension NSAttributedString.Key {
  /// A font of UIKit, AppKit or Core Text.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A colour of UIKit, AppKit or Core Graphics.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// A style of paragraphs; its alignment counts only in layers of natural alignment.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
  /// The colour of an outline; not drawn.
  public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
  /// The thickness of an outline; not drawn.
  public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
  /// The distance of letters; not drawn.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
}

/// Where lines lie.
public enum NSTextAlignment: Int, Sendable {
  /// The cases of UIKit.
  case left = 0, center, right, justified, natural
}

/// A style of paragraphs.
public class NSParagraphStyle: NSObject {
  /// Where lines lie.
  public fileprivate(set) var alignment = NSTextAlignment.natural
}

/// A style of paragraphs that can be changed.
public final class NSMutableParagraphStyle: NSParagraphStyle {
  /// Where lines lie.
  public override var alignment: NSTextAlignment {
    get { super.alignment }
    set { super.alignment = newValue }
  }
  /// Pixels between lines; not drawn.
  public var lineSpacing: CGFloat = 0
}
