/// An audio effect that works in place on interleaved 32-bit float samples.
public protocol AudioFilter: Element {
  /// What lives as long as the stream has one format.
  associatedtype State: Sendable

  /// Creates the state for a stream, and again whenever its format changes.
  func makeState(for format: AudioFormat) throws(ElementError) -> State

  /// Whether the samples from `time` of the stream on would come out as they went in.
  func isIdle(
    from time: Duration, count: Int, state: inout State
  ) throws(ElementError) -> Bool

  func apply(to samples: inout AudioBlock, state: inout State) throws(ElementError)
}

/// The shape of a stream of samples.
public struct AudioFormat: Sendable, Hashable {
  /// Samples per second and channel.
  public var sampleRate: Int
  public var channels: Int

  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// A writable view of consecutive samples, lent for the duration of a call.
public struct AudioBlock: ~Copyable, ~Escapable {
  public let format: AudioFormat

  /// The position of the first sample in its stream.
  public let time: Duration

  /// The samples, one of each channel in turn.
  public var samples: MutableSpan<Float>

  @_lifetime(copy samples)
  public init(format: AudioFormat, time: Duration, samples: consuming MutableSpan<Float>) {
    self.format = format
    self.time = time
    self.samples = samples
  }
}
