public import CutawayElementKit
import Glibc

/// Uncovers the incoming picture clockwise, like the hand of a clock that starts at 12.
public struct ClockTransition: Transition, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "clocktransition"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Uncovers a picture like the hand of a clock"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") public var progress = 0.0
  /// The angle of the soft edge, as a fraction of a turn.
  @Property(in: 0...1, "The angle of the edge, as a fraction of a turn")
  public var softness = 0.0

  /// Creates a clock with a hard edge.
  public init() {}

  /// The hand at the current progress.
  public func mask(width: Int, height: Int) -> Mask {
    Mask(
      edge: SoftEdge(progress: progress, softness: softness), ratio: Float(width) / Float(height))
  }

  /// The weights of a frame.
  public struct Mask: TransitionMask {
    let edge: SoftEdge
    let ratio: Float

    /// The weights by the angle, clockwise from 12 o'clock.
    public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      let right = (x - 0.5) * ratio, up = 0.5 - y
      return edge.weight(
        SIMD8(
          lowHalf: turn(right: right.lowHalf, up: up), highHalf: turn(right: right.highHalf, up: up)
        ))
    }

    /// The weight if the hand is elsewhere; on one side of the centre, the angle grows or falls.
    public func weight(from left: Float, to right: Float, y: Float) -> Float? {
      if left < 0.5 - centre, right > 0.5 - centre { return nil }
      let ends = turn(right: (SIMD4(left, left, right, right) - 0.5) * ratio, up: 0.5 - y)
      return edge.weight(from: min(ends[0], ends[3]), to: max(ends[0], ends[3]))
    }
  }
}

/// The rounding error of positions: the middle column of an odd width is on the right of the centre.
private let centre: Float = 1e-6

/// The angles of vectors, clockwise from 12 o'clock, as fractions of a turn.
///
/// The arc tangent of 0…1 is a polynomial with an error below 10⁻⁵ (Abramowitz and Stegun,
/// *Handbook of Mathematical Functions*, 4.4.49).
@inline(__always)
private func turn(right: SIMD4<Float>, up: Float) -> SIMD4<Float> {
  let width = right.raised(to: -right), height = SIMD4<Float>(repeating: abs(up))
  let t = width.lowered(to: height) / (width.raised(to: height) + 1e-20), s = t * t
  let series = ((0.0208351 * s - 0.0851330) * s + 0.1801410) * s - 0.3302995
  let arc = t * (series * s + 0.9998660) * Float(0.5 / Double.pi)
  // The angle from the vertical: in a quadrant, in half a turn, and in a whole turn.
  let quarter = arc.replacing(with: 0.25 - arc, where: width .> height)
  let half = up >= 0 ? quarter : 0.5 - quarter
  return half.replacing(with: 1 - half, where: right .< -centre)
}
