public import CutawayElementKit
import Glibc

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
      return edge.weight((dx * dx + dy * dy).squareRoot() / radius)
    }

    /// The weight if the circle is elsewhere.
    public func weight(from left: Float, to right: Float, y: Float) -> Float? {
      func distance(_ x: Float) -> Float { hypot((x - 0.5) * ratio, y - 0.5) / radius }
      let (a, b) = (distance(left), distance(right))
      let nearest = left < 0.5 && right > 0.5 ? distance(0.5) : min(a, b)
      return edge.weight(from: nearest, to: max(a, b))
    }

    /// Half the diagonal, in heights of the picture.
    private var radius: Float { 0.5 * hypot(ratio, 1) }
  }
}
