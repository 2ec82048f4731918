import CutawayElementKit

/// Uncovers the incoming picture in a circle that grows from a point.
package struct CircleTransition: EdgeTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "circletransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Uncovers a picture in a growing circle"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The column of the centre, from 0 at the left edge to 1 at the right one.
  @Property(in: 0...1, "The centre, as a fraction of the width") package var centerX = 0.5
  /// The row of the centre, from 0 at the top to 1 at the bottom.
  @Property(in: 0...1, "The centre, as a fraction of the height") package var centerY = 0.5
  /// The width of the soft edge, as a fraction of the last radius, which reaches the farthest corner.
  @Property(in: 0...1, "The soft edge, as a fraction of the last radius") package var softness = 0.0

  /// Creates a circle in the middle with a hard edge.
  package init() {}

  /// The distances, of which the last radius is the largest.
  package func field(width: Int, height: Int) -> Field {
    let center = SIMD2(Float(centerX), Float(centerY)), size = SIMD2(Float(width), Float(height))
    let corner = pointwiseMax(center, 1 - center) * size
    return Field(center: center, scale: size / (corner * corner).sum().squareRoot())
  }

  /// The distances from the centre.
  package struct Field: DistanceField {
    let center: SIMD2<Float>
    let scale: SIMD2<Float>

    /// The distances, as fractions of the last radius.
    package func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      let dx = (x - center.x) * scale.x, dy = (y - center.y) * scale.y
      return (dx * dx + dy * dy).squareRoot()
    }

    /// The distances at both ends, and at the position closest to the centre.
    package func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds? {
      bounds(at: SIMD4(left, min(max(center.x, left), right), right, right), y: y)
    }
  }
}
