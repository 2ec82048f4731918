public import CutawayElementKit

/// An edge that moves from 0 to 1, with a soft zone that lies outside of the picture at both ends.
struct SoftEdge: Sendable {
  private let end: Float
  private let slope: Float

  /// Creates an edge; `softness` is the width of the soft zone, in units of the picture.
  init(progress: Double, softness: Double) {
    // A zone without width would divide by zero.
    let width = max(softness, 1e-4)
    end = Float(progress * (1 + width))
    slope = Float(1 / width)
  }

  /// The weight of the incoming picture at distances from the start of the movement.
  @inline(__always)
  func weight(_ distance: SIMD8<Float>) -> SIMD8<Float> { (end - distance) * slope }

  /// The weight everywhere between two distances, if it is 0 or 1.
  @inline(__always)
  func weight(from nearest: Float, to farthest: Float) -> Float? {
    if nearest >= end { return 0 }
    return (end - farthest) * slope >= 1 ? 1 : nil
  }
}

/// The edge of the picture towards which a transition moves.
public enum Direction: String, PropertyEnumeration, Codable {
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

  /// The nearest and the farthest of the distances between two positions of a row.
  @inline(__always)
  func distances(from left: Float, to right: Float, y: Float) -> (Float, Float) {
    switch self {
    case .left: (1 - right, 1 - left)
    case .right: (left, right)
    case .up: (1 - y, 1 - y)
    case .down: (y, y)
    }
  }

  /// The distances from the edge at which a movement in this direction begins.
  @inline(__always)
  func distance(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
    switch self {
    case .left: 1 - x
    case .right: x
    case .up: SIMD8(repeating: 1 - y)
    case .down: SIMD8(repeating: y)
    }
  }
}

extension SIMD8<Float> {
  /// The numbers, each rounded down; they must be between 0 and 2²².
  @inline(__always)
  var floored: Self {
    // Adding 2²³ rounds to the nearest integer.
    let nearest = (self + 0x1p23) - 0x1p23
    return nearest - SIMD8().replacing(with: 1, where: nearest .> self)
  }
}
