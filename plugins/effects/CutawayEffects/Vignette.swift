public import CutawayElementKit

/// Darkens the corners of the picture.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! vignette strength=0.8 ! \
///   videoconvert ! autovideosink
/// ```
public struct Vignette: VideoFilter, Codable, Hashable {
  public static let name = "vignette"
  public static let summary = "Darkens the corners of the picture"

  @Property(in: 0...1, "How dark the corners become") public var strength = 0.5
  @Property(in: 0...0.99, "Where the shade starts, in half-diagonals") public var radius = 0.5

  public init() {}

  public func apply(to frame: inout VideoFrame) {
    let cx = Int32(frame.format.width / 2), cy = Int32(frame.format.height / 2)
    let reach = Double(cx * cx + cy * cy), inner = Int32(reach * radius * radius)
    let slope = Int64(strength * 256 / (reach - Double(inner)) * 0x1p32)
    frame.mapPixels { pixel, x, y in
      let dx = Int32(truncatingIfNeeded: x) &- cx, dy = Int32(truncatingIfNeeded: y) &- cy
      let excess = max(0, dx &* dx &+ dy &* dy &- inner)
      let shade = Int32(truncatingIfNeeded: (Int64(excess) &* slope) &>> 32)
      return pixel.scaled(by: UInt16(truncatingIfNeeded: 256 &- min(256, shade)))
    }
  }
}
