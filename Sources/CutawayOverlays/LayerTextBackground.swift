/// A box behind a text or a piece of it, as the background of a text in CSS.
public struct LayerTextBackground: Sendable, Hashable, Codable {
  /// The colour.
  public var color: Color
  /// Distances in pixels between the letters and the edges of the box, horizontal and vertical; `nil` is a part of the
  /// font's size.
  public var padding: Point?
  /// The radius of the corners in pixels; `nil` is a part of the font's size.
  public var cornerRadius: Double?
  /// Whether the box follows the length of each line; else it is a rectangle around all lines.
  ///
  /// A piece always has a box in each of its lines.
  public var perLine: Bool

  /// Creates a box around all lines, black with a little of the picture by default.
  public init(
    color: Color = Color(red: 0, green: 0, blue: 0, alpha: 0xB3), padding: Point? = nil,
    cornerRadius: Double? = nil, perLine: Bool = false
  ) {
    self.color = color
    (self.padding, self.cornerRadius, self.perLine) = (padding, cornerRadius, perLine)
  }

  /// The padding in pixels with a font of a size.
  ///
  /// The lines of a font have room above and below their letters.
  package func padding(fontSize: Double) -> Point {
    padding ?? Point(x: 0.3 * fontSize, y: 0.1 * fontSize)
  }

  /// The radius of the corners in pixels with a font of a size.
  package func cornerRadius(fontSize: Double) -> Double { cornerRadius ?? 0.2 * fontSize }
}

extension LayerText {
  /// The distances between the edges of the layer and the lines, with those in its background.
  package var insets: Point {
    guard let own = background?.padding(fontSize: font.size) else { return padding }
    return Point(x: padding.x + max(0, own.x), y: padding.y + max(0, own.y))
  }
}
