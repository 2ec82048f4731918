import CutawayElements

/// Uncovers the incoming picture along an edge that moves from corner to corner.
public struct Diagonal: Transition, Codable, Hashable {
  public static let name = "diagonal"
  public static let summary = "Uncovers a picture from corner to corner"

  @Property(in: 0...1, "The position in the transition") public var progress = 0.0

  public init() {}

  public func mask(width: Int, height: Int) -> Mask { Mask(progress: Float(progress)) }

  public struct Mask: TransitionMask {
    let progress: Float

    public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      (progress * 1.1 - (x + y) / 2) * 10
    }
  }
}
