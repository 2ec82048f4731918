@_exported public import CoreGraphics
@_exported public import Foundation

/// A colour, under the names of UIKit and AppKit.
open class InterfaceColor: NSObject, CGColorConvertible, @unchecked Sendable {
  // It never changes.

  /// The same colour of Core Graphics.
  public let cgColor: CGColor

  /// Creates a colour of Core Graphics.
  public required init(cgColor: CGColor) { self.cgColor = cgColor }

  /// Creates a colour in sRGB; each component is 0…1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// Creates a grey; both are 0…1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white, alpha: alpha))
  }
  /// Creates a colour in sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// Creates a colour in sRGB.
  public convenience init(
    calibratedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) { self.init(red: red, green: green, blue: blue, alpha: alpha) }
  /// Creates a colour in Display P3, taken as sRGB.
  public convenience init(
    displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) { self.init(red: red, green: green, blue: blue, alpha: alpha) }
  /// Creates a colour from hue, saturation and brightness, each 0…1.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    func part(_ n: CGFloat) -> CGFloat {
      let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// The colour with another opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> Self {
    Self(cgColor: cgColor.copy(alpha: alpha) ?? cgColor)
  }

  /// The components in sRGB.
  ///
  /// - Returns: `true`.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let own = cgColor.rgba
    unsafe red?.pointee = CGFloat(own.red)
    unsafe green?.pointee = CGFloat(own.green)
    unsafe blue?.pointee = CGFloat(own.blue)
    unsafe alpha?.pointee = CGFloat(own.alpha)
    return true
  }
  /// Hue, saturation and brightness, each 0…1.
  ///
  /// - Returns: `true`.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (red, green, blue, own) = cgColor.rgba
    let most = max(red, green, blue), span = most - min(red, green, blue)
    // The sector of the colour circle, in sixths.
    let sector =
      if span == 0 {
        0.0
      } else if most == red {
        (green - blue) / span
      } else if most == green {
        (blue - red) / span + 2
      } else {
        (red - green) / span + 4
      }
    unsafe hue?.pointee = CGFloat(sector < 0 ? sector / 6 + 1 : sector / 6)
    unsafe saturation?.pointee = CGFloat(most == 0 ? 0 : span / most)
    unsafe brightness?.pointee = CGFloat(most)
    unsafe alpha?.pointee = CGFloat(own)
    return true
  }

  /// The components, as UIKit describes them.
  open override var description: String {
    let own = cgColor.rgba
    return "UIExtendedSRGBColorSpace \(own.red) \(own.green) \(own.blue) \(own.alpha)"
  }

  /// Whether two colours are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? InterfaceColor)?.cgColor == cgColor
  }
  /// A hash of the components.
  open override var hash: Int { cgColor.hashValue }

  private static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> InterfaceColor {
    InterfaceColor(
      red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: 1)
  }
  /// A colour.
  public static let white = InterfaceColor(white: 1, alpha: 1)
  /// A colour.
  public static let black = InterfaceColor(white: 0, alpha: 1)
  /// A colour.
  public static let clear = InterfaceColor(white: 0, alpha: 0)
  /// A colour.
  public static let gray = InterfaceColor(white: 0.5, alpha: 1)
  /// A colour.
  public static let lightGray = InterfaceColor(white: 2 / 3, alpha: 1)
  /// A colour.
  public static let darkGray = InterfaceColor(white: 1 / 3, alpha: 1)
  /// A colour.
  public static let red = rgb(255, 0, 0)
  /// A colour.
  public static let green = rgb(0, 255, 0)
  /// A colour.
  public static let blue = rgb(0, 0, 255)
  /// A colour.
  public static let yellow = rgb(255, 255, 0)
  /// A colour.
  public static let cyan = rgb(0, 255, 255)
  /// A colour.
  public static let magenta = rgb(255, 0, 255)
  /// A colour.
  public static let orange = rgb(255, 128, 0)
  /// A colour.
  public static let purple = rgb(128, 0, 128)
  /// A colour.
  public static let brown = rgb(153, 102, 51)
  /// A colour.
  public static let systemRed = rgb(255, 59, 48)
  /// A colour.
  public static let systemGreen = rgb(52, 199, 89)
  /// A colour.
  public static let systemBlue = rgb(0, 122, 255)
  /// A colour.
  public static let systemYellow = rgb(255, 204, 0)
  /// A colour.
  public static let systemOrange = rgb(255, 149, 0)
  /// A colour.
  public static let systemPink = rgb(255, 45, 85)
  /// A colour.
  public static let systemPurple = rgb(175, 82, 222)
}
