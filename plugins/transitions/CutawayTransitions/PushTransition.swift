import CutawayElementKit
import CutawayKeyframes
package import CutawayRamps

/// Slides the incoming picture in, which pushes the outgoing one out.
package struct PushTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "pushtransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Pushes a picture out by another"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The direction in which the pictures move.
  @Property("The direction in which the pictures move") package var direction = Direction.left

  /// Creates a push to the left.
  package init() {}

  /// Both pictures move by whole pixels, so that no gap opens between them.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let (x, y) = direction.vector
    let way = (x: (x * progress * width).rounded(), y: (y * progress * height).rounded())
    return [
      PictureLayer(0, .translation(x: way.x, y: way.y)),
      PictureLayer(1, .translation(x: way.x - x * width, y: way.y - y * height)),
    ]
  }
}
