public import CutawayElementKit

/// Uncovers the incoming picture in a circle that grows from the centre.
public struct CircleTransition: Transition, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "circletransition"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Uncovers a picture in a growing circle"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") public var progress = 0.0
  /// The width of the soft edge, as a fraction of half the diagonal.
  @Property(in: 0...1, "The width of the edge, as a fraction of half the diagonal")
  public var softness = 0.0

  /// Creates a circle with a hard edge.
  public init() {}

  /// The circle at the current progress.
  public func mask(width: Int, height: Int) -> Mask {
    Mask(
      edge: SoftEdge(progress: progress, softness: softness), ratio: Float(width) / Float(height))
  }

  /// The weights of a frame.
  public struct Mask: TransitionMask {
    let edge: SoftEdge
    let ratio: Float

    /// The weights by the distance from the centre, in units of half the diagonal.
    public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      let dx = (x - 0.5) * ratio, dy = y - 0.5
      let diagonal = 0.25 * (ratio * ratio + 1)
      let squares = (dx * dx + dy * dy) / diagonal
      return edge.weight(squareRoots: squares)
    }
  }
}
