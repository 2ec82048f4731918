import CutawayElementKit
import CutawayKeyframes
package import CutawayRamps

/// Rushes into the outgoing picture, cuts, and comes to rest in the incoming one.
package struct ZoomPunchTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "zoompunchtransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Rushes into a picture, and comes to rest in another"

  /// The position in the transition: the cut is at a half.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// How much larger the pictures are at the cut.
  @Property(in: 1...10, "How much larger the pictures are at the cut") package var scale = 2.5
  /// The part of the transition during which the shutter is open.
  @Property(in: 0...1, "How long the shutter is open, as a part of the transition")
  package var blur = 0.08

  /// Creates a transition that shows the outgoing picture.
  package init() {}

  /// One of the pictures at several scales; around the cut, both.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let exposure = Exposure(at: progress, length: blur) { start, end in
      // The corners move most; across the cut, the larger scale counts.
      let scales = [start, end, start < 0.5 && end > 0.5 ? 0.5 : end].map(factor)
      return ((scales.max() ?? 1) - (scales.min() ?? 1)) * max(width, height) / 2
    }
    return exposure.layers { moment in
      let factor = factor(moment)
      let place = TransformMatrix.scale(x: factor, y: factor).concatenating(
        .translation(x: (1 - factor) / 2 * width, y: (1 - factor) / 2 * height))
      return [PictureLayer(moment < 0.5 ? 0 : 1, place)]
    }
  }

  /// The scale at a position: it grows ever faster towards the cut.
  private func factor(_ moment: Double) -> Double {
    let near = 1 - abs(1 - 2 * min(max(moment, 0), 1))
    return 1 + (scale - 1) * near * near * near
  }
}
