package import CutawayElementKit

/// A transition with an edge that moves over the picture, and uncovers the incoming picture behind it.
package protocol EdgeTransition: Transition where Mask == EdgeMask<Field> {
  /// The way of the edge.
  associatedtype Field: DistanceField

  /// The width of the edge, in the unit of the distances; the default is 0, a hard edge.
  var softness: Double { get }

  /// The way of the edge, for the current settings.
  ///
  /// - Parameters:
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  /// - Returns: The distances of all points.
  /// - Throws: `ElementError` if the settings are invalid.
  func field(width: Int, height: Int) throws(ElementError) -> Field
}

extension EdgeTransition {
  /// A hard edge.
  package var softness: Double { 0 }

  /// The edge at the current progress.
  package func mask(width: Int, height: Int) throws(ElementError) -> EdgeMask<Field> {
    EdgeMask(
      edge: SoftEdge(progress: progress, softness: softness),
      field: try field(width: width, height: height))
  }
}

/// How far an edge has moved when it reaches a point: from 0, at the start of its way, to 1, at the
/// end.
package protocol DistanceField: Sendable {
  /// The distances of eight points of a row.
  ///
  /// - Parameters:
  ///   - x: From 0 at the left edge of the picture to 1 at the right one.
  ///   - y: From 0 at the top to 1 at the bottom.
  /// - Returns: The distances.
  func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float>

  /// Limits of the distances between two positions of a row; `nil` if they are unknown.
  func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds?
}

/// Limits of distances: none is less than the first one, or greater than the second one.
package typealias DistanceBounds = (nearest: Float, farthest: Float)

extension DistanceField {
  /// The least and the greatest of the distances at four positions of a row.
  @inline(__always)
  func bounds(at x: SIMD4<Float>, y: Float) -> DistanceBounds {
    let distances = distances(x: SIMD8(lowHalf: x, highHalf: x), y: y).lowHalf
    return (distances.min(), distances.max())
  }
}

/// The weights of a picture that an edge uncovers.
package struct EdgeMask<Field: DistanceField>: TransitionMask {
  let edge: SoftEdge
  let field: Field

  /// The weights by the distances.
  package func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
    edge.weights(at: field.distances(x: x, y: y))
  }

  /// The weight if the edge is elsewhere.
  package func weight(from left: Float, to right: Float, y: Float) -> Float? {
    field.bounds(from: left, to: right, y: y).flatMap { edge.weight(between: $0) }
  }
}

/// An edge that moves from 0 to 1, with a soft zone that lies outside of the picture at both ends.
struct SoftEdge: Sendable {
  private let end: Float
  private let slope: Float

  /// Creates an edge; `softness` is the width of the soft zone, in the unit of the distances.
  init(progress: Double, softness: Double) {
    // A zone without width would divide by zero.
    let width = max(softness, 1e-4)
    end = Float(progress * (1 + width))
    slope = Float(1 / width)
  }

  /// The weights of the incoming picture at distances from the start of the movement.
  @inline(__always)
  func weights(at distances: SIMD8<Float>) -> SIMD8<Float> { (end - distances) * slope }

  /// The weight everywhere between two distances, if it is 0 or 1.
  @inline(__always)
  func weight(between bounds: DistanceBounds) -> Float? {
    if bounds.nearest >= end { return 0 }
    return (end - bounds.farthest) * slope >= 1 ? 1 : nil
  }
}

extension EdgeTransition {
  /// What is known about its frames.
  package static var traits: ElementTraits { [.stateless, .keepsPace, .safe] }
}
