/// A size in whole pixels.
public struct PixelSize: Sendable, Hashable, Codable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension PixelSize: CustomStringConvertible {
  public var description: String { "\(width)×\(height)" }
}

/// A rectangle in pixels, origin at the top left, y downwards.
public struct Rectangle: Sendable, Hashable, Codable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var isEmpty: Bool { !(width > 0 && height > 0) }
}

/// A colour in the working colour space, gamma-encoded, with straight alpha.
public struct Color: Sendable, Hashable, Codable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let black = Color(red: 0, green: 0, blue: 0)
}
