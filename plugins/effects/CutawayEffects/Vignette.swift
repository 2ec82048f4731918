public import CutawayElementKit

/// Darkens the corners of the picture.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! vignette strength=0.8 ! \
///   videoconvert ! autovideosink
/// ```
public struct Vignette: PixelFilter, PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "vignette"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Darkens the corners of the picture"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe, .pointwise]

  /// How dark the corners are, from 0, unchanged, to 1, black.
  @Property(in: 0...1, "The darkness of the corners") public var strength = 0.5
  /// The distance from the centre at which the shade starts, from 0 to 0.99 half-diagonals.
  @Property(in: 0...0.99, "The start of the shade, in half-diagonals") public var radius = 0.5

  /// Creates a vignette of medium strength.
  public init() {}

  /// Without strength, frames pass unchanged.
  public func isIdle(at time: Duration, state: inout Void) -> Bool { strength == 0 }

  /// Darkens the pixels of a frame in place, by their distance from the centre.
  public func apply<Component>(to frame: inout PixelFrame<Component>) {
    let shade = Shade(self, frame.format.width, frame.format.height, Int32(Component.unitGain))
    @inline(__always)
    func shaded(_ color: SIMD4<Component>, _ x: Int, _ y: Int) -> SIMD4<Component> {
      color.scaled(by: Component.Product(truncatingIfNeeded: shade.gain(x, y)))
    }
    // The shade treats all colours alike: if alpha is the last component, the order may stay.
    if frame.format.layout.alphaIndex == 3 {
      frame.mapPixels(shaded)
    } else {
      frame.mapColors(shaded)
    }
  }

  /// Darkens the samples of a planar frame in place.
  ///
  /// The place of a chroma sample is that of the first of its pixels.
  public func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout Void) {
    let format = frame.format, unit = Int32(1) << 16
    let shade = Shade(self, format.width, format.height, unit)
    for index in 0...2 {
      let zero = Int32(frame.coding.range(of: index, depth: format.depth).zero)
      let across = index > 0 && format.chroma.halvesColumns ? 1 : 0
      let down = index > 0 && format.chroma.halvesRows ? 1 : 0
      var plane = frame.plane(index)
      plane.mapSamples { sample, x, y in
        let gain = Int64(shade.gain(x &<< across, y &<< down))
        let product = Int64(Int32(truncatingIfNeeded: sample) &- zero) &* gain
        return Sample(truncatingIfNeeded: (product &+ 0x8000) &>> 16 &+ Int64(zero))
      }
    }
  }

  /// The shade of a frame.
  private struct Shade {
    let cx: Int32, cy: Int32, inner: Int32, unit: Int32
    let slope: Int64

    /// Creates the shade for a size in pixels; `unit` is the gain that changes nothing.
    init(_ vignette: Vignette, _ width: Int, _ height: Int, _ unit: Int32) {
      (cx, cy, self.unit) = (Int32(width / 2), Int32(height / 2), unit)
      let reach = max(1, Double(cx * cx + cy * cy))
      inner = Int32(reach * vignette.radius * vignette.radius)
      slope = Int64(vignette.strength * Double(unit) / (reach - Double(inner)) * 0x1p32)
    }

    @inline(__always)
    func gain(_ x: Int, _ y: Int) -> Int32 {
      let dx = Int32(truncatingIfNeeded: x) &- cx, dy = Int32(truncatingIfNeeded: y) &- cy
      let excess = max(0, dx &* dx &+ dy &* dy &- inner)
      let shade = Int32(truncatingIfNeeded: (Int64(excess) &* slope) &>> 32)
      return unit &- min(unit, shade)
    }
  }
}
