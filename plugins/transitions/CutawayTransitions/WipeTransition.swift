public import CutawayElementKit

/// Uncovers the incoming picture along an edge that moves across the picture.
public struct WipeTransition: Transition, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "wipetransition"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Uncovers a picture along a moving edge"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") public var progress = 0.0
  /// The direction in which the edge moves.
  @Property("The direction in which the edge moves") public var direction = Direction.right
  /// The width of the soft edge, as a fraction of the picture.
  @Property(in: 0...1, "The width of the edge, as a fraction of the picture")
  public var softness = 0.0

  /// Creates a wipe to the right with a hard edge.
  public init() {}

  /// The edge at the current progress.
  public func mask(width: Int, height: Int) -> Mask {
    Mask(edge: SoftEdge(progress: progress, softness: softness), direction: direction)
  }

  /// The weights of a frame.
  public struct Mask: TransitionMask {
    let edge: SoftEdge
    let direction: Direction

    /// The weights by the distance from the edge.
    public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      edge.weight(direction.distance(x: x, y: y))
    }

    /// The weight if the edge is elsewhere.
    public func weight(from left: Float, to right: Float, y: Float) -> Float? {
      let (nearest, farthest) = direction.distances(from: left, to: right, y: y)
      return edge.weight(from: nearest, to: farthest)
    }
  }
}
