public import CutawayTime

/// Frames per second, exactly.
public struct FrameRate: Sendable, Hashable, Codable, CustomStringConvertible {
  public var numerator: Int
  public var denominator: Int

  /// - Precondition: Both are greater than zero.
  public init(_ numerator: Int, over denominator: Int = 1) {
    precondition(numerator > 0 && denominator > 0, "a frame rate must be greater than zero")
    self.numerator = numerator
    self.denominator = denominator
  }

  public static let film24 = FrameRate(24)
  public static let film23976 = FrameRate(24000, over: 1001)
  public static let pal25 = FrameRate(25)
  public static let ntsc2997 = FrameRate(30000, over: 1001)
  public static let fps30 = FrameRate(30)
  public static let fps50 = FrameRate(50)
  public static let fps60 = FrameRate(60)

  public var frameDuration: MediaTime { MediaTime(Int64(denominator), over: Int64(numerator)) }

  /// As in caps: `30000/1001`.
  public var description: String { "\(numerator)/\(denominator)" }
}
