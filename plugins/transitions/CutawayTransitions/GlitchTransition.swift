import CutawayElementKit
import CutawayKeyframes
package import CutawayRamps

/// Tears both pictures into strips that jump sideways, as a disturbed signal does.
package struct GlitchTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "glitchtransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Tears pictures into strips that jump"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The longest jump, as a part of the width.
  @Property(in: 0...1, "The longest jump, as a part of the width") package var amount = 0.15
  /// The number of different pictures during the transition.
  @Property(in: 1...1_000, "The number of different pictures in the transition")
  package var count = 12
  /// The number from which the jumps are drawn.
  @Property(in: 0...1_000_000, "The number from which the jumps are drawn") package var seed = 0

  /// Creates a transition that shows the outgoing picture.
  package init() {}

  /// The strips of the incoming picture, and those of both that jump, over the outgoing picture.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    let step = min(Int(progress * Double(count)), count - 1)
    // The disturbance is strongest in the middle.
    let reach = amount * 4 * progress * (1 - progress) * width
    var strips = TornStrips(seed: seed &* 1_000 &+ step, share: progress, reach: reach)
    return strips.layers(width: width, height: height)
  }
}
