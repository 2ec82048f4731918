import CutawayElementKit
import CutawayKeyframes
package import CutawayRamps

/// Turns away from the outgoing picture to the incoming one, as fast as a camera that is pulled around.
package struct WhipTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "whiptransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Pans fast from a picture to another"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The direction in which the pictures move.
  @Property("The direction in which the pictures move") package var direction = Direction.left
  /// The part of the transition during which the shutter is open.
  @Property(in: 0...1, "How long the shutter is open, as a part of the transition")
  package var blur = 0.1

  /// Creates a pan to the right, which moves the pictures to the left.
  package init() {}

  /// Both pictures move by whole pixels, so that no gap opens between them.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let side = direction.vector.x == 0 ? height : width
    let exposure = Exposure(at: progress, length: blur) { start, end in
      (Self.way(end) - Self.way(start)) * side
    }
    return exposure.layers { PushTransition.layers(at: Self.way($0), direction, width, height) }
  }

  /// Slow at both ends, and three times as fast as a push in the middle.
  private static func way(_ progress: Double) -> Double {
    let rest = 1 - progress
    return progress < 0.5 ? 4 * progress * progress * progress : 1 - 4 * rest * rest * rest
  }
}
