package import CutawayElementKit
package import CutawayKeyframes

/// Multiplies samples by a gain that can change with every sample.
///
/// ```sh
/// gst-launch-1.0 audiotestsrc num-buffers=140 ! audioconvert ! \
///   volumeramp keyframes="0..2=0>1; 2..3=1>0" ! audioconvert ! autoaudiosink
/// ```
package struct VolumeRamp: AudioFilter, Hashable {
  /// The factory name in GStreamer.
  package static let name = "volumeramp"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Changes the volume of sound with sample accuracy"

  /// Linear gains over stream time: entries `TIME=GAIN` or `START..END=FROM>TO[@EASING]`, in
  /// seconds.
  @Property("Keyframes TIME=GAIN or START..END=FROM>TO[@EASING], split by semicolons")
  package var keyframes = Shared(AnimatedValue<Double>())
  /// The linear gain before the first keyframe, from 0 to 1000.
  @Property(in: 0...1000, "The linear gain before the first keyframe")
  package var volume = 1.0

  /// Creates a filter that changes nothing.
  package init() {}

  /// The parsed keyframes of one stream.
  package struct State: Sendable {
    var curve: GainCurve
    /// The gains of a block, stored to reuse the memory.
    var gains: [Float] = []
  }

  /// Creates the state for a sample rate.
  package func makeState(for format: AudioFormat) throws(ElementError) -> State {
    State(curve: GainCurve(sampleRate: format.sampleRate))
  }

  /// Whether the gain is constantly 1 for these samples.
  ///
  /// - Throws: `ElementError` if ``keyframes`` is invalid.
  package func isIdle(
    from time: Duration, count: Int, state: inout State
  ) throws(ElementError) -> Bool {
    try state.curve.read(keyframes, property: "keyframes")
    let first = state.curve.position(time)
    return state.curve.constant(in: first..<first + Int64(count), default: volume) == 1
  }

  /// Multiplies each sample by its gain.
  package func apply(to block: inout AudioBlock, state: inout State) {
    let channels = block.format.channels, count = block.samples.count / channels
    let first = state.curve.position(block.time)
    if let gain = state.curve.constant(in: first..<first + Int64(count), default: volume) {
      block.samples.scale(by: Float(gain))
      return
    }
    if state.gains.count != count { state.gains = Array(repeating: 0, count: count) }
    state.curve.fill(&state.gains, from: first, default: volume)
    block.samples.scale(by: state.gains.span, channels: channels)
  }
}

extension MutableSpan<Float> {
  fileprivate mutating func scale(by gain: Float) {
    for index in indices { self[index] *= gain }
  }

  /// Multiplies all samples of one point in time by its gain.
  fileprivate mutating func scale(by gains: Span<Float>, channels: Int) {
    // The compiler vectorises loops with constant strides.
    switch channels {
    case 1: for index in gains.indices { self[index] *= gains[index] }
    case 2:
      for index in gains.indices {
        self[2 * index] *= gains[index]
        self[2 * index + 1] *= gains[index]
      }
    default:
      for index in gains.indices {
        for channel in 0..<channels { self[index * channels + channel] *= gains[index] }
      }
    }
  }
}
