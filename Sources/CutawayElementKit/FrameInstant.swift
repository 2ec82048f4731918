/// The exact time of a frame of a constant frame rate.
///
/// Times in nanoseconds are rounded. A ramp that is evaluated at a rounded time would give a
/// different value if the stream started elsewhere.
public struct FrameInstant: Sendable, Hashable {
  /// The number of the frame; 0 is the start of the stream.
  public let index: Int64
  /// The number of frames in ``seconds``.
  public let frames: Int64
  /// The number of seconds that ``frames`` frames last.
  public let seconds: Int64

  /// The start of a stream, at 1 frame per second.
  public static let zero = FrameInstant(index: 0, frames: 1, seconds: 1)

  /// The time, rounded down to nanoseconds.
  public var duration: Duration {
    let exact = Int128(index) * Int128(seconds) * 1_000_000_000
    return .nanoseconds(Int64(clamping: exact / Int128(max(1, frames))))
  }

  /// Creates a time from a frame number and a frame rate.
  ///
  /// - Parameters:
  ///   - index: The number of the frame.
  ///   - frames: The number of frames in `seconds`, for example 30,000 in 1,001.
  ///   - seconds: The number of seconds that `frames` frames last.
  public init(index: Int64, frames: Int64, seconds: Int64) {
    self.index = index
    self.frames = frames
    self.seconds = seconds
  }
}
