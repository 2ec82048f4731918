public import CutawayElementKit

/// Uncovers the incoming picture in strips, like blinds that open.
public struct BlindsTransition: Transition, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "blindstransition"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Uncovers a picture in strips"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") public var progress = 0.0
  /// The number of strips.
  @Property(in: 1...1_000, "The number of strips") public var count = 10
  /// The direction in which the strips open.
  @Property("The direction in which the strips open") public var direction = Direction.down

  /// Creates ten horizontal blinds.
  public init() {}

  /// The strips at the current progress.
  public func mask(width: Int, height: Int) -> Mask {
    Mask(
      edge: SoftEdge(progress: progress, softness: 0), count: Float(count), direction: direction)
  }

  /// The weights of a frame.
  public struct Mask: TransitionMask {
    let edge: SoftEdge
    let count: Float
    let direction: Direction

    /// The weights by the distance from the start of a strip.
    public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      let place = direction.distance(x: x, y: y) * count
      return edge.weight(place - place.floored)
    }

    /// The weight if a row lies in one strip.
    public func weight(from left: Float, to right: Float, y: Float) -> Float? {
      let (nearest, farthest) = direction.distances(from: left, to: right, y: y)
      let strip = (nearest * count).rounded(.down)
      guard (farthest * count).rounded(.down) == strip else { return nil }
      return edge.weight(from: nearest * count - strip, to: farthest * count - strip)
    }
  }
}
