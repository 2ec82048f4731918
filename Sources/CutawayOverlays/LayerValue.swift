/// A value of a property of a layer.
public enum LayerValue: Sendable, Hashable, Codable {
  /// A number in the unit of the property.
  case number(Double)
  /// A point, or a displacement.
  case point(Point)
  /// A colour with straight alpha.
  case color(Color)
  /// A transform.
  case matrix(TransformMatrix)
  /// A rectangle in the unit of the property.
  case rectangle(Rectangle)
  /// Whether something is so.
  case flag(Bool)
  /// A path in the syntax of SVG's `d` attribute, in pixels of the layer.
  case path(String)
  /// An image: the name of an asset; in the property of an element, a path or a URI.
  case image(String)
  /// Colours with straight alpha.
  case colors([Color])
  /// Numbers in the unit of the property.
  case numbers([Double])

  /// The kind of a value.
  public enum Kind: Sendable, Hashable {
    /// The cases of ``LayerValue``.
    case number, point, color, matrix, rectangle, flag, path, image, colors, numbers
  }

  /// The kind of this value.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .point: .point
    case .color: .color
    case .matrix: .matrix
    case .rectangle: .rectangle
    case .flag: .flag
    case .path: .path
    case .image: .image
    case .colors: .colors
    case .numbers: .numbers
    }
  }
}
