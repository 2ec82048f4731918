import CutawayElements

/// Shows two pictures side by side.
public struct SideBySide: Compositor, Codable, Hashable {
  public static let name = "sidebyside"
  public static let summary = "Shows two pictures side by side"

  @Property(in: 0...1, "Where the pictures meet, as a fraction of the width")
  public var position = 0.5

  public init() {}

  public func compose<Component: PixelComponent>(
    _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
    at time: FrameInstant
  ) {
    guard sources.contains(0), sources.contains(1) else { return output.clear() }
    let (left, right) = (sources.pixels(of: 0), sources.pixels(of: 1))
    let edge = Int(position * Double(output.format.width))
    output.draw { x, y in x < edge ? left.pixel(x, y) : right.pixel(x, y) }
  }
}
