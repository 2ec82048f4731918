/// A time of sound, as the number of a frame.
public class AVAudioTime: NSObject, @unchecked Sendable {
  // Nothing changes after the initializer.

  /// The number of the frame; 0 if the time is none.
  public let sampleTime: AVAudioFramePosition
  /// The frames per second; 0 if the time is none.
  public let sampleRate: Double
  /// The time of the system's clock in nanoseconds; 0 if it is not stated.
  public let hostTime: UInt64
  /// Whether there is a number of a frame.
  public var isSampleTimeValid: Bool { sampleRate > 0 }
  /// Whether there is a time of the system's clock.
  public let isHostTimeValid: Bool

  /// Creates a time of a stream.
  public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    (self.sampleTime, self.sampleRate) = (sampleTime, sampleRate)
    (hostTime, isHostTimeValid) = (0, false)
  }

  /// Creates a time of the system's clock, which sound that is rendered into memory does not know.
  public init(hostTime: UInt64) {
    (sampleTime, sampleRate) = (0, 0)
    (self.hostTime, isHostTimeValid) = (hostTime, true)
  }

  /// Whether two times are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioTime else { return false }
    return sampleTime == other.sampleTime && sampleRate == other.sampleRate
      && hostTime == other.hostTime && isHostTimeValid == other.isHostTimeValid
  }

  /// A hash of the time.
  public override var hash: Int { sampleTime.hashValue ^ hostTime.hashValue }
}
