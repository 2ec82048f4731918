import Composition
public import ElementKit
import MediaTime

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
    var keyframes = ParsedKeyframes<Double>()
    var sampleDuration: MediaTime
    /// The entries for the block at hand.
    var values = AnimatedValue<Double>()
  }

  public func makeState(for format: AudioFormat) throws(ElementError) -> State {
    State(sampleDuration: MediaTime(1, over: Int64(format.sampleRate)))
  }

  public func isIdle(
    from time: Duration, count: Int, state: inout State
  ) throws(ElementError) -> Bool {
    let windows = try state.keyframes.values(of: keyframes, property: "keyframes").windows
    guard windows.count <= 1, windows.first?.range == nil else {
      throw ElementError("keyframes: a volume has no windows")
    }
    state.values = windows.first?.values ?? AnimatedValue()
    let first = MediaTime(time), last = first + state.sampleDuration * count
    // The gain is 1 all along if it is where the block starts and nothing changes in it.
    let entry = state.values.entry(at: first)
    let isConstant = entry.map { $0.span.duration == .zero || $0.span.end <= first } ?? true
    let next = state.values.entries.first { $0.span.start > first }
    return isConstant && (next.map { $0.span.start >= last } ?? true)
      && (state.values.value(at: first) ?? volume) == 1
  }

  public func apply(to block: inout AudioBlock, state: inout State) {
    let channels = block.format.channels, unit = state.sampleDuration
    let count = block.samples.count / channels
    // Times on the grid of samples: what came as nanoseconds was rounded down.
    let first = MediaTime(block.time).rounded(in: unit)
    var index = 0
    while index < count {
      let time = unit * Int(clamping: first + Int64(index))
      let entry = state.values.entry(at: time)
      let end = min(count, Self.end(of: entry, at: time, in: state, first: first))
      if case .ramp(let ramp)? = entry, ramp.range.contains(time) {
        let origin = (time - ramp.range.start).seconds, length = ramp.range.duration.seconds
        for step in 0..<max(1, end - index) {
          let part = (origin + Double(step) * unit.seconds) / length
          let gain = ramp.from + (ramp.to - ramp.from) * ramp.easing.progress(at: part)
          scale(&block, frame: index + step, channels: channels, by: Float(gain))
        }
      } else {
        let gain = Float(state.values.value(at: time) ?? volume)
        for frame in index..<max(index + 1, end) {
          scale(&block, frame: frame, channels: channels, by: gain)
        }
      }
      index = max(index + 1, end)
    }
  }

  /// The first sample of the block that `entry` does not decide about.
  private static func end(
    of entry: AnimatedValue<Double>.Entry?, at time: MediaTime, in state: State, first: Int64
  ) -> Int {
    var border = state.values.entries.first { $0.span.start > time }?.span.start
    if case .ramp(let ramp)? = entry, ramp.range.contains(time) { border = ramp.range.end }
    return border.map { Int(clamping: $0.ceiled(in: state.sampleDuration) - first) } ?? .max
  }

  private func scale(_ block: inout AudioBlock, frame: Int, channels: Int, by gain: Float) {
    for channel in 0..<channels { block.samples[frame * channels + channel] *= gain }
  }
}
