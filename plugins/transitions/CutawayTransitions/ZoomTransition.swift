import CutawayElementKit
import CutawayKeyframes
package import CutawayRamps

/// Enlarges the incoming picture from the centre of the outgoing one.
package struct ZoomTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "zoomtransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Enlarges a picture from the centre of another"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0

  /// Creates a transition that shows the outgoing picture.
  package init() {}

  /// The outgoing picture stays.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let rest = (1 - progress) / 2
    let place = TransformMatrix.scale(x: progress, y: progress)
      .concatenating(.translation(x: rest * width, y: rest * height))
    return [PictureLayer(0), PictureLayer(1, place)]
  }
}
