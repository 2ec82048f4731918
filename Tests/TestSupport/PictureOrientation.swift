/// One of the eight ways to turn or mirror a picture, named as GStreamer's `image-orientation` tag.
///
/// The name states the operation: `rotate90` rotates clockwise by a quarter turn; the flipped ones
/// mirror it left to right first.
public enum PictureOrientation: String, Sendable, Hashable, Codable, CaseIterable {
  case identity = "rotate-0"
  case rotate90 = "rotate-90"
  case rotate180 = "rotate-180"
  case rotate270 = "rotate-270"
  case flip = "flip-rotate-0"
  case flipRotate90 = "flip-rotate-90"
  case flipRotate180 = "flip-rotate-180"
  case flipRotate270 = "flip-rotate-270"

  /// The orientation that undoes this one.
  public var inverse: PictureOrientation {
    switch self {
    case .rotate90: .rotate270
    case .rotate270: .rotate90
    default: self
    }
  }

  /// Whether width and height are swapped.
  public var swapsSides: Bool {
    switch self {
    case .rotate90, .rotate270, .flipRotate90, .flipRotate270: true
    default: false
    }
  }

  /// The position of the point `(x, y)` after the operation, both in 0…1 from the top left.
  func turned(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .identity: (x, y)
    case .rotate90: (1 - y, x)
    case .rotate180: (1 - x, 1 - y)
    case .rotate270: (y, 1 - x)
    case .flip: (1 - x, y)
    case .flipRotate90: (1 - y, 1 - x)
    case .flipRotate180: (x, 1 - y)
    case .flipRotate270: (y, x)
    }
  }
}
