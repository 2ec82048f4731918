public import CutawayGraph

/// An audio effect that works in place on interleaved 32-bit float samples.
public protocol AudioFilter: Element {
  /// The data that exists as long as the stream has one format.
  associatedtype State: Sendable

  /// Creates the state for a stream, and again whenever its format changes.
  func makeState(for format: AudioFormat) throws(ElementError) -> State

  /// Whether the filter would leave `count` samples per channel, from stream time `time` on,
  /// unchanged.
  func isIdle(
    from time: Duration, count: Int, state: inout State
  ) throws(ElementError) -> Bool

  /// Processes consecutive samples in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply(to samples: inout AudioBlock, state: inout State) throws(ElementError)
}

/// The format of an audio stream of interleaved 32-bit float samples.
public struct AudioFormat: Sendable, Hashable {
  /// The sample rate in hertz.
  public var sampleRate: Int
  /// The number of channels, which is the number of interleaved samples per point in time.
  public var channels: Int

  /// Creates a format; `sampleRate` is in hertz.
  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// A writable view of consecutive samples, lent for the duration of a call.
public struct AudioBlock: ~Copyable, ~Escapable {
  /// The sample rate and the number of channels.
  public let format: AudioFormat

  /// The stream time of the first sample.
  public let time: Duration

  /// The interleaved samples: one of each channel in turn, with full scale at ±1.
  public var samples: MutableSpan<Float>

  /// Wraps interleaved samples owned by the caller; `time` is the stream time of the first one.
  @_lifetime(copy samples)
  public init(format: AudioFormat, time: Duration, samples: consuming MutableSpan<Float>) {
    self.format = format
    self.time = time
    self.samples = samples
  }
}

extension AudioFilter {
  /// It keeps pace; its samples may depend on earlier ones.
  public static var traits: ElementTraits { .keepsPace }
}
