public import CutawayElementKit
import Glibc

/// Makes the pixels of a colour transparent, such as those of a green screen.
///
/// The distance of two colours is that of their chroma (C′b and C′r of Recommendation ITU-R BT.709,
/// each from −0.5 to 0.5), so that light and shadow on the screen make no difference. Below
/// ``tolerance``, pixels are transparent. From there, alpha rises in proportion to the distance, and
/// pixels are opaque ``softness`` later.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! chromakey color=0xff00ff00 ! \
///   videoconvert ! video/x-raw,format=AYUV ! compositor background=checker ! \
///   videoconvert ! autovideosink
/// ```
public struct ChromaKey: PixelFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "chromakey"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Makes the pixels of a colour transparent"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe, .pointwise]

  /// The colour of the screen, 0xAARRGGBB; its alpha is ignored.
  @Property(color: "The colour of the screen, 0xAARRGGBB; alpha is ignored")
  public var color: UInt32 = 0xFF00_FF00
  /// The distance of chroma up to which pixels are transparent.
  @Property(in: 0...1, "The distance of chroma up to which pixels are transparent")
  public var tolerance = 0.15
  /// The distance of chroma over which alpha rises from transparent to opaque.
  @Property(in: 0...1, "The distance of chroma over which alpha rises to opaque")
  public var softness = 0.1
  /// How much of the screen's hue is removed from other pixels, from 0, nothing, to 1.
  ///
  /// At 1, the chroma of a pixel differs from that of the screen by an angle of at least 45°. Its
  /// luma is unchanged.
  @Property(in: 0...1, "How much of the screen's hue is removed from other pixels")
  public var spill = 1.0

  /// Creates settings for a green screen.
  public init() {}

  /// Changes the alpha and the colours of a frame in place.
  public func apply<Component>(to frame: inout PixelFrame<Component>) {
    let key = KeyColor(color)
    let near = Float(tolerance), slope = 1 / max(Float(softness), 0.001), amount = Float(spill)
    // The compiler inlines local functions, but not closures of this length.
    @inline(__always)
    func keyed(_ block: inout ColorBlock) {
      let luma =
        block.red * KeyColor.red + block.green * KeyColor.green + block.blue * KeyColor.blue
      let cb = (block.blue - luma) * KeyColor.cbScale, cr = (block.red - luma) * KeyColor.crScale
      let dx = cb - key.cb, dy = cr - key.cr
      let distance = (dx * dx + dy * dy).squareRoot()
      let alpha = ((distance - near) * slope).limited(SIMD4(), SIMD4(repeating: 1))
      // The part of the chroma in the direction of the screen that exceeds the part across.
      let along = cb * key.x + cr * key.y, across = cr * key.x - cb * key.y
      let excess = amount * (along - across.raised(to: -across)).raised(to: SIMD4())
      block.red -= excess * key.removal.x
      block.green -= excess * key.removal.y
      block.blue -= excess * key.removal.z
      block.alpha *= alpha
    }
    frame.mapColorBlocks(keyed)
  }
}

/// The chroma of a screen.
private struct KeyColor {
  /// The weights of luma (Recommendation ITU-R BT.709).
  static let red: Float = 0.2126, green: Float = 0.7152, blue: Float = 0.0722
  static let cbScale = 0.5 / (1 - blue), crScale = 0.5 / (1 - red)

  let cb: Float, cr: Float
  /// The direction of the chroma; zero for a grey.
  let x: Float, y: Float
  /// Red, green and blue of a colour with that direction, a chroma of length 1 and no luma.
  let removal: SIMD3<Float>

  init(_ color: UInt32) {
    func part(_ shift: UInt32) -> Float { Float(color >> shift & 255) / 255 }
    let (r, g, b) = (part(16), part(8), part(0))
    let luma = r * Self.red + g * Self.green + b * Self.blue
    cb = (b - luma) * Self.cbScale
    cr = (r - luma) * Self.crScale
    let length = (cb * cb + cr * cr).squareRoot()
    (x, y) = length < 1e-5 ? (0, 0) : (cb / length, cr / length)
    let (red, blue) = (y / Self.crScale, x / Self.cbScale)
    removal = SIMD3(red, -(red * Self.red + blue * Self.blue) / Self.green, blue)
  }
}
