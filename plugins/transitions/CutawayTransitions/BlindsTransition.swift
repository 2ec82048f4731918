import CutawayElementKit

/// Uncovers the incoming picture in strips, like blinds that open.
package struct BlindsTransition: EdgeTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "blindstransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Uncovers a picture in strips"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The number of strips.
  @Property(in: 1...1_000, "The number of strips") package var count = 10
  /// The direction in which the strips open.
  @Property("The direction in which the strips open") package var direction = Direction.down

  /// Creates ten horizontal blinds.
  package init() {}

  /// The strips.
  package func field(width: Int, height: Int) -> Field {
    Field(count: Float(count), direction: direction)
  }

  /// The distances from the starts of the strips.
  package struct Field: DistanceField {
    let count: Float
    let direction: Direction

    /// The distances, as fractions of a strip.
    package func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      let place = direction.distances(x: x, y: y) * count
      return place - place.floored
    }

    /// The distances at both ends, if they are in one strip.
    package func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds? {
      guard let way = direction.bounds(from: left, to: right, y: y) else { return nil }
      let strip = (way.nearest * count).rounded(.down)
      guard (way.farthest * count).rounded(.down) == strip else { return nil }
      return (way.nearest * count - strip, way.farthest * count - strip)
    }
  }
}
