public import CutawayTime
import Glibc

/// A piece of a text that becomes larger when its text begins, and springs back.
public struct LayerTextPop: Sendable, Hashable, Codable {
  /// The largest scale, of which 1 does nothing; `nil` is ``usualScale``, and less for a long word, which stays clear of its
  /// neighbours.
  public var scale: Double?
  /// How long it takes.
  public var duration: MediaTime

  /// The largest scale of a short word where none is stated.
  public static let usualScale = 1.12

  /// How far a word grows at each side where no scale is stated, in parts of the font's size: a third of a space.
  static let usualGrowth = 0.09

  /// Creates a movement, by default a small one in 0.3 s.
  public init(scale: Double? = nil, duration: MediaTime = MediaTime(3, over: 10)) {
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
    return 1 + ((scale ?? Self.usualScale) - 1) * swing(part) / highest
  }

  /// The damping for one swing, so that the way below the rest is a seventh of that above.
  private static let damping = 3.9
}
