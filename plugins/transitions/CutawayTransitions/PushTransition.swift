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
  /// The part of the transition during which the shutter is open; 0 is no blur.
  @Property(in: 0...1, "How long the shutter is open, as a part of the transition")
  package var blur = 0.0

  /// Creates a push to the left.
  package init() {}

  /// Both pictures move by whole pixels, so that no gap opens between them.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let side = direction.vector.x == 0 ? height : width
    return Exposure(at: progress, length: blur) { start, end in (end - start) * side }
      .layers { Self.layers(at: $0, direction, width, height) }
  }

  /// Both pictures, one beside the other.
  static func layers(
    at progress: Double, _ direction: Direction, _ width: Double, _ height: Double
  ) -> [PictureLayer] {
    let (x, y) = direction.vector
    let way = (x: (x * progress * width).rounded(), y: (y * progress * height).rounded())
    return [
      PictureLayer(0, .translation(x: way.x, y: way.y)),
      PictureLayer(1, .translation(x: way.x - x * width, y: way.y - y * height)),
    ]
  }
}
