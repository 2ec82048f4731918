import CutawayElementKit

/// Uncovers the incoming picture in a circle that grows from the centre.
package struct CircleTransition: EdgeTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "circletransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Uncovers a picture in a growing circle"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The width of the soft edge, as a fraction of half the diagonal.
  @Property(in: 0...1, "The width of the edge, as a fraction of half the diagonal")
  package var softness = 0.0

  /// Creates a circle with a hard edge.
  package init() {}

  /// The distances from the centre.
  package func field(width: Int, height: Int) -> Field {
    let size = SIMD2(Float(width), Float(height))
    return Field(scale: size * 2 / (size * size).sum().squareRoot())
  }

  /// The distances from the centre.
  package struct Field: DistanceField {
    let scale: SIMD2<Float>

    /// The distances, as fractions of half the diagonal.
    package func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      let dx = (x - 0.5) * scale.x, dy = (y - 0.5) * scale.y
      return (dx * dx + dy * dy).squareRoot()
    }

    /// The distances at both ends, and at the position closest to the centre.
    package func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds? {
      bounds(at: SIMD4(left, min(max(0.5, left), right), right, right), y: y)
    }
  }
}
