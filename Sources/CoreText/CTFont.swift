@_exported public import CoreGraphics
@_exported public import Foundation

/// A font by its name and size.
public final class CTFont: NSObject, CGFontConvertible, Sendable {
  /// The PostScript name.
  public let fontName: String
  /// The size in points.
  public let pointSize: CGFloat

  init(name: String, size: CGFloat) { (fontName, pointSize) = (name, size) }
}

/// The use of a font in an interface.
public enum CTFontUIFontType: UInt32, Sendable {
  /// The system's font, also bold.
  case system = 2, emphasizedSystem = 3
}

/// A font of a name; the matrix does not count.
public func CTFontCreateWithName(
  _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont { CTFont(name: name, size: size) }
/// A font of the system.
public func CTFontCreateUIFontForLanguage(
  _ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?
) -> CTFont? {
  CTFont(name: uiType == .emphasizedSystem ? ".SystemFont-Bold" : ".SystemFont", size: size)
}
/// The size of a font in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.pointSize }
/// The PostScript name of a font.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.fontName }

/// The key of a font in attributed strings.
public let kCTFontAttributeName: CFString = "CTFont"
/// The key of a colour in attributed strings.
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
