import CutawayKeyframes
import CutawayRamps

/// Strips of two pictures, of which some jump sideways; all that only depends on a seed.
struct TornStrips {
  private var state: UInt32
  /// The share of strips that show the incoming picture.
  private let share: Double
  /// The longest jump in pixels.
  private let reach: Double

  init(seed: Int, share: Double, reach: Double) {
    state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_769 ^ 0x9E37_79B9
    (self.share, self.reach) = (share, reach)
  }

  /// The strips over the outgoing picture.
  mutating func layers(width: Double, height: Double) -> [PictureLayer] {
    var layers = [PictureLayer(0)], top = 0.0
    while top < height {
      // Strips have a 40th to an 8th of the height, in whole pixels.
      let length = max(2, ((0.025 + 0.1 * next()) * height).rounded())
      let strip = Rectangle(x: 0, y: top, width: width, height: min(length, height - top))
      let input = next() < share ? 1 : 0, isTorn = next() < 0.5
      let jump = ((2 * next() - 1) * reach).rounded()
      // Behind a strip that jumps lies the same picture, so that no gap opens.
      if input == 1 { layers.append(PictureLayer(1, visible: strip)) }
      if isTorn, jump != 0 {
        layers.append(PictureLayer(input, .translation(x: jump, y: 0), visible: strip))
      }
      top += length
    }
    return layers
  }

  /// The next number from 0 to 1: a 32-bit xorshift (Marsaglia, 2003), whose upper bits count.
  private mutating func next() -> Double {
    if state == 0 { state = 1 }
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    return Double((state &* 2_654_435_769) >> 8) / Double(1 << 24)
  }
}
