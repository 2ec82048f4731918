import CutawayElementKit
import CutawayKeyframes
package import CutawayRamps

/// Slides the incoming picture over the outgoing one.
package struct SlideTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "slidetransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Slides a picture over another"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The direction in which the picture slides.
  @Property("The direction in which the picture slides") package var direction = Direction.left

  /// Creates a slide to the left.
  package init() {}

  /// The outgoing picture stays.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let (x, y) = direction.vector, rest = progress - 1
    let place = TransformMatrix.translation(x: x * rest * width, y: y * rest * height)
    return [PictureLayer(0), PictureLayer(1, place)]
  }
}
