/// A moving, colourful picture whose every frame identifies itself.
///
/// From the top: the ``FrameCode`` (30 %), a rainbow that scrolls (to 48 %), fine upright lines of
/// periods 2, 3, 4 and 8 pixels (to 58 %), and below a flat patch in the clip's own colour on the
/// left and a ramp from black to white, over which a ball bounces. The picture is a function of its
/// arguments and of nothing else.
public struct TestChart: Sendable {
  public let clip: UInt8
  public let width: Int
  public let height: Int
  let rainbow: Strip
  let lines: Strip
  let ground: Strip
  let ball: Ball

  /// - Precondition: The picture is at least 32 pixels wide and high.
  public init(clip: UInt8, width: Int, height: Int) {
    precondition(width >= 32 && height >= 32, "too small for a test chart")
    self.clip = clip
    self.width = width
    self.height = height
    rainbow = .rainbow(width: width)
    lines = .lines(width: width)
    ground = .ground(width: width, patch: Self.color(ofClip: clip))
    let top = Self.line(0.58, of: height)
    ball = Ball(
      left: Strip.patchWidth(width: width), right: width, top: top, bottom: height)
  }

  /// The colour of the flat patch: a different hue for each of some twenty clips in a row.
  public static func color(ofClip clip: UInt8) -> YCbCr { YCbCr(hue: Double(clip) * 0.381966) }

  /// Where the flat patch lies, two pixels in from its edges.
  public var patch: PictureRegion {
    let top = Self.line(0.58, of: height) + 2
    return PictureRegion(
      x: 2, y: Double(top), width: Double(Strip.patchWidth(width: width) - 4),
      height: Double(height - 2 - top))
  }

  /// An even line at a fraction of the height.
  static func line(_ fraction: Double, of height: Int) -> Int {
    Int(Double(height) * fraction / 2) * 2
  }
}
