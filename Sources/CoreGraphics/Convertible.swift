/// A colour of another module, such as UIKit's.
public protocol CGColorConvertible {
  /// The same colour.
  var cgColor: CGColor { get }
}

/// An image of another module, such as UIKit's.
public protocol CGImageConvertible {
  /// The same image.
  var cgImage: CGImage? { get }
}

/// A font of another module, such as Core Text's or UIKit's.
public protocol CGFontConvertible {
  /// The name of the font: a PostScript name or that of a family.
  var fontName: String { get }
  /// The size in points.
  var pointSize: CGFloat { get }
}
