package import CutawayElementKit
package import CutawayKeyframes
import Glibc

/// Moves sound between left and right.
///
/// The filter multiplies left channels by √2·cos((1 + pan)·π/4), and right channels by √2·sin((1 +
/// pan)·π/4). The total power of equal channels is constant, and pan 0 changes nothing. Channels
/// have GStreamer's default order for their number.
///
/// ```sh
/// gst-launch-1.0 audiotestsrc num-buffers=140 ! audioconvert ! \
///   audio/x-raw,channels=2 ! panramp keyframes="0..3=-1>1" ! audioconvert ! autoaudiosink
/// ```
package struct PanRamp: AudioFilter, Hashable {
  /// The factory name in GStreamer.
  package static let name = "panramp"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Pans sound between left and right with sample accuracy"

  /// Pans over stream time: entries `TIME=PAN` or `START..END=FROM>TO[@EASING]`, in seconds.
  ///
  /// A pan is -1 for left, 0 for centre, 1 for right. Before the first keyframe it is 0.
  @Property("Keyframes TIME=PAN or START..END=FROM>TO[@EASING], split by semicolons; -1 is left")
  package var keyframes = Shared(AnimatedValue<Double>())

  /// Creates a filter that changes nothing.
  package init() {}

  /// The parsed keyframes of one stream.
  package struct State: Sendable {
    var curve: GainCurve
    var sides: ChannelSides
    /// The pan of each point in time of a block, stored to reuse the memory.
    var pans: [Float] = []
  }

  /// Creates the state for a sample rate and a number of channels.
  package func makeState(for format: AudioFormat) throws(ElementError) -> State {
    State(
      curve: GainCurve(sampleRate: format.sampleRate), sides: ChannelSides(of: format.channels))
  }

  /// Whether the pan is constantly 0 for these samples.
  ///
  /// - Throws: `ElementError` if ``keyframes`` is invalid.
  package func isIdle(
    from time: Duration, count: Int, state: inout State
  ) throws(ElementError) -> Bool {
    try state.curve.read(keyframes, property: "keyframes")
    let first = state.curve.position(time)
    return state.curve.constant(in: first..<first + Int64(count), default: 0) == 0
  }

  /// Multiplies each sample by the gain of its side.
  package func apply(to block: inout AudioBlock, state: inout State) {
    let channels = block.format.channels, count = block.samples.count / channels
    if state.pans.count != count { state.pans = Array(repeating: 0, count: count) }
    state.curve.fill(&state.pans, from: state.curve.position(block.time), default: 0)
    var last: Float = 0, gains: (left: Float, right: Float) = (1, 1)
    for index in 0..<count {
      let pan = state.pans[index]
      if pan != last {
        gains = Self.gains(at: pan)
        last = pan
      }
      for channel in state.sides.left { block.samples[index * channels + channel] *= gains.left }
      for channel in state.sides.right { block.samples[index * channels + channel] *= gains.right }
    }
  }

  private static func gains(at pan: Float) -> (left: Float, right: Float) {
    if pan == 0 { return (1, 1) }
    let angle = (1 + Double(pan)) * .pi / 4
    // At the ends, the other side is exactly silent.
    return (
      pan >= 1 ? 0 : Float(2.0.squareRoot() * cos(angle)),
      pan <= -1 ? 0 : Float(2.0.squareRoot() * sin(angle))
    )
  }
}

/// The channels on the left and on the right.
struct ChannelSides: Sendable {
  var left: [Int]
  var right: [Int]

  /// The sides in GStreamer's default order for a number of channels
  /// (`gst_audio_channel_get_fallback_mask`).
  init(of channels: Int) {
    left =
      switch channels {
      case 2, 3: [0]
      case 4: [0, 2]
      case 5: [0, 3]
      case 6, 7: [0, 4]
      case 8: [0, 4, 6]
      default: []
      }
    right = left.map { $0 + 1 }
  }
}
