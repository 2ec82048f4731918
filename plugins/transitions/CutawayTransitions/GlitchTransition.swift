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
    var numbers = HashedNumbers(seed: seed &* 1_000 &+ step)
    // The disturbance is strongest in the middle.
    let reach = amount * 4 * progress * (1 - progress) * width
    var layers = [PictureLayer(0)], top = 0.0
    while top < height {
      // Strips have a 40th to an 8th of the height, in whole pixels.
      let length = max(2, ((0.025 + 0.1 * numbers.next()) * height).rounded())
      let strip = Rectangle(x: 0, y: top, width: width, height: min(length, height - top))
      let input = numbers.next() < progress ? 1 : 0, isTorn = numbers.next() < 0.5
      let jump = ((2 * numbers.next() - 1) * reach).rounded()
      // Behind a strip that jumps lies the same picture, so that no gap opens.
      if input == 1 { layers.append(PictureLayer(1, visible: strip)) }
      if isTorn, jump != 0 {
        layers.append(PictureLayer(input, .translation(x: jump, y: 0), visible: strip))
      }
      top += length
    }
    return layers
  }
}

/// Numbers from 0 to 1 that only depend on a seed.
private struct HashedNumbers {
  private var state: UInt32

  init(seed: Int) { state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_769 ^ 0x9E37_79B9 }

  /// The next number: a 32-bit xorshift (Marsaglia, 2003), whose upper bits count.
  mutating func next() -> Double {
    if state == 0 { state = 1 }
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    return Double((state &* 2_654_435_769) >> 8) / Double(1 << 24)
  }
}
