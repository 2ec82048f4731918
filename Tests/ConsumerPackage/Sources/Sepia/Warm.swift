import CutawayElements

/// Makes colours warmer.
public struct Warm: PixelFilter, Codable, Hashable {
  public static let name = "warm"
  public static let summary = "Makes colours warmer"

  @Property(in: 0...1, "How warm") public var amount = 0.2

  public init() {}

  public func isIdle(at time: Duration, state: inout Void) -> Bool { amount == 0 }

  public func apply<Component>(to frame: inout PixelFrame<Component>) {
    let red = Float(1 + amount), blue = Float(1 - amount)
    frame.mapColorBlocks { block in
      block.red *= red
      block.blue *= blue
    }
  }
}
