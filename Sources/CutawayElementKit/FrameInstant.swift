/// When a frame of a constant rate is shown, exactly: times in nanoseconds are rounded, and a ramp that is
/// asked for its value at such a time is rounded another way where the stream begins elsewhere.
public struct FrameInstant: Sendable, Hashable {
  /// Counts from 0, at the start of the stream.
  public let index: Int64
  /// Frames in so many seconds.
  public let frames: Int64
  public let seconds: Int64

  public static let zero = FrameInstant(index: 0, frames: 1, seconds: 1)

  /// - Parameters:
  ///   - index: Which frame.
  ///   - frames: How many there are in `seconds`: 30,000 in 1,001, for example.
  ///   - seconds: See `frames`.
  public init(index: Int64, frames: Int64, seconds: Int64) {
    self.index = index
    self.frames = frames
    self.seconds = seconds
  }
}
