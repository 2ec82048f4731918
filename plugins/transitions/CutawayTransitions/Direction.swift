import CutawayElementKit

/// The edge of the picture towards which a transition moves.
package enum Direction: String, PropertyEnumeration, Codable {
  /// Towards the left edge.
  case left
  /// Towards the right edge.
  case right
  /// Towards the upper edge.
  case up
  /// Towards the lower edge.
  case down

  /// The direction in units of the picture, to the right and down.
  var vector: (x: Double, y: Double) {
    switch self {
    case .left: (-1, 0)
    case .right: (1, 0)
    case .up: (0, -1)
    case .down: (0, 1)
    }
  }
}

extension Direction: DistanceField {
  /// The distances from the edge at which a movement in this direction begins.
  @inline(__always)
  package func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
    switch self {
    case .left: 1 - x
    case .right: x
    case .up: SIMD8(repeating: 1 - y)
    case .down: SIMD8(repeating: y)
    }
  }

  /// The distances at both ends.
  @inline(__always)
  package func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds? {
    switch self {
    case .left: (1 - right, 1 - left)
    case .right: (left, right)
    case .up: (1 - y, 1 - y)
    case .down: (y, y)
    }
  }
}
