public import CutawayTime
import Glibc

/// A piece of a text that becomes larger when its text begins, and springs back.
public struct LayerTextPop: Sendable, Hashable, Codable {
  /// The largest scale; 1 does nothing.
  public var scale: Double
  /// How long it takes.
  public var duration: MediaTime

  /// Creates a movement, by default to 1.12 times the size and back in 0.3 s: a long word does not cover its neighbours.
  public init(scale: Double = 1.12, duration: MediaTime = MediaTime(3, over: 10)) {
    (self.scale, self.duration) = (scale, duration)
  }

  /// The scale at a time since the start.
  ///
  /// It is that of a damped spring that is struck, for one swing: up, back, and a little below its rest.
  public func scale(at time: MediaTime) -> Double {
    guard time > .zero, time < duration else { return 1 }
    let part = (time / duration).seconds, turn = 2 * Double.pi
    func swing(_ part: Double) -> Double { exp(-Self.damping * part) * sin(turn * part) }
    let highest = swing(atan(turn / Self.damping) / turn)
    return 1 + (scale - 1) * swing(part) / highest
  }

  /// The damping for one swing, so that the way below the rest is a seventh of that above.
  private static let damping = 3.9
}
