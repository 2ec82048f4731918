public import CutawayElementKit

/// Multiplies samples by a gain that may change with every one of them.
///
/// ```sh
/// gst-launch-1.0 audiotestsrc num-buffers=140 ! audioconvert ! \
///   volumeramp keyframes="0..2=0>1; 2..3=1>0" ! audioconvert ! autoaudiosink
/// ```
public struct VolumeRamp: AudioFilter, Codable, Hashable {
  public static let name = "volumeramp"
  public static let summary = "Fades sound in and out, sample by sample"

  @Property("Entries TIME=GAIN or START..END=FROM>TO[@EASING], with semicolons between")
  public var keyframes = ""
  @Property(in: 0...1000, "The linear gain where there are no keyframes before the sample")
  public var volume = 1.0

  public init() {}

  public struct State: Sendable {
    var curve: GainCurve
    /// The gains of a block, kept for its memory.
    var gains: [Float] = []
  }

  public func makeState(for format: AudioFormat) throws(ElementError) -> State {
    State(curve: GainCurve(sampleRate: format.sampleRate))
  }

  public func isIdle(
    from time: Duration, count: Int, state: inout State
  ) throws(ElementError) -> Bool {
    try state.curve.read(keyframes, property: "keyframes")
    let first = state.curve.position(time)
    return state.curve.constant(in: first..<first + Int64(count), default: volume) == 1
  }

  public func apply(to block: inout AudioBlock, state: inout State) {
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

  /// Multiplies each sample frame by its gain.
  fileprivate mutating func scale(by gains: Span<Float>, channels: Int) {
    // Loops of known strides become vector instructions.
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
