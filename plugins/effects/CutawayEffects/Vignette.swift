public import CutawayElementKit

/// Darkens the corners of the picture.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! vignette strength=0.8 ! \
///   videoconvert ! autovideosink
/// ```
public struct Vignette: PixelFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "vignette"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Darkens the corners of the picture"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe]

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
    let cx = Int32(frame.format.width / 2), cy = Int32(frame.format.height / 2)
    let reach = max(1, Double(cx * cx + cy * cy)), inner = Int32(reach * radius * radius)
    let unit = Int32(Component.unitGain)
    let slope = Int64(strength * Double(unit) / (reach - Double(inner)) * 0x1p32)
    @inline(__always)
    func shaded(_ color: SIMD4<Component>, _ x: Int, _ y: Int) -> SIMD4<Component> {
      let dx = Int32(truncatingIfNeeded: x) &- cx, dy = Int32(truncatingIfNeeded: y) &- cy
      let excess = max(0, dx &* dx &+ dy &* dy &- inner)
      let shade = Int32(truncatingIfNeeded: (Int64(excess) &* slope) &>> 32)
      return color.scaled(by: Component.Product(truncatingIfNeeded: unit &- min(unit, shade)))
    }
    // The shade treats all colours alike: if alpha is the last component, the order may stay.
    if frame.format.layout.alphaIndex == 3 {
      frame.mapPixels(shaded)
    } else {
      frame.mapColors(shaded)
    }
  }
}
