import CutawayElementKit

/// Uncovers the incoming picture clockwise, like the hand of a clock that starts at 12.
package struct ClockTransition: EdgeTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "clocktransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Uncovers a picture like the hand of a clock"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The angle of the soft edge, as a fraction of a turn.
  @Property(in: 0...1, "The angle of the edge, as a fraction of a turn")
  package var softness = 0.0

  /// Creates a clock with a hard edge.
  package init() {}

  /// The angles of the hand.
  package func field(width: Int, height: Int) -> Field {
    Field(ratio: Float(width) / Float(height))
  }

  /// The angles, clockwise from 12 o'clock.
  package struct Field: DistanceField {
    let ratio: Float

    /// The angles, as fractions of a turn.
    package func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      turns(right: (x - 0.5) * ratio, up: 0.5 - y)
    }

    /// The angles at both ends; on one side of the centre, the angle grows or falls.
    package func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds? {
      if left < 0.5 - positionError, right > 0.5 - positionError { return nil }
      return bounds(at: SIMD4(left, left, right, right), y: y)
    }
  }
}
