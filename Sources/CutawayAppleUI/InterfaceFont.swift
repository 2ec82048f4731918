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
  /// A font of the system whose digits have equal widths in most families.
  public static func monospacedDigitSystemFont(
    ofSize fontSize: CGFloat, weight: Weight
  ) -> InterfaceFont { systemFont(ofSize: fontSize, weight: weight) }
  /// A font whose letters have equal widths.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> InterfaceFont
  {
    InterfaceFont(name: "monospace\(weight.style)", size: fontSize) ?? systemFont(ofSize: fontSize)
  }
  /// The height of a line in points.
  public var lineHeight: CGFloat { DrawnText("x", [.font: self]).size.height }
  /// The same font in another size.
  public func withSize(_ fontSize: CGFloat) -> InterfaceFont {
    InterfaceFont(name: fontName, size: fontSize) ?? self
  }
}
