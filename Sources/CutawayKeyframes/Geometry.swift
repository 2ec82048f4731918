/// A size in whole pixels.
public struct PixelSize: Sendable, Hashable, Codable {
  /// The number of pixels in a row.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size; no value is rejected.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension PixelSize: CustomStringConvertible {
  /// Width and height: `1920×1080`.
  public var description: String { "\(width)×\(height)" }
}

/// A rectangle in pixels.
///
/// The origin is at the top left, and y increases downwards.
public struct Rectangle: Sendable, Hashable, Codable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The horizontal extent; not negative in a valid rectangle.
  public var width: Double
  /// The vertical extent; not negative in a valid rectangle.
  public var height: Double

  /// Creates a rectangle from its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the rectangle has no area, also if a side is negative or not a number.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
}

extension Rectangle {
  /// The smallest rectangle that contains both.
  package func union(_ other: Rectangle) -> Rectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// The part in both; it has no width or no height if there is none.
  package func intersection(_ other: Rectangle) -> Rectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rectangle(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }
}

/// A colour in the working colour space, gamma-encoded, with straight alpha.
public struct Color: Sendable, Hashable, Codable {
  /// Red, 0…255, not multiplied by alpha.
  public var red: UInt8
  /// Green, 0…255, not multiplied by alpha.
  public var green: UInt8
  /// Blue, 0…255, not multiplied by alpha.
  public var blue: UInt8
  /// Opacity: 0 is transparent, 255 opaque.
  public var alpha: UInt8

  /// Creates a colour, opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black, the default background.
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// Opaque white, the default of text.
  public static let white = Color(red: 255, green: 255, blue: 255)
}
