public import CutawayElementKit

/// Mixes grey noise into the picture.
///
/// The noise is a function of the seed, the stream time of the frame and the place of the pixel: a seek
/// shows the same frames as playback from the start. Its values are even between black and white.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! noise amount=0.2 ! \
///   videoconvert ! autovideosink
/// ```
public struct Noise: StatefulPixelFilter, PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "noise"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Mixes grey noise into the picture"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe, .pointwise]

  /// How much of the picture the noise replaces, from 0, nothing, to 1, all of it.
  @Property(in: 0...1, "The part of the picture that the noise replaces") public var amount = 1.0
  /// Selects the noise.
  @Property("Selects the noise: other seeds give other noise") public var seed: UInt32 = 0

  /// Creates noise that replaces the picture.
  public init() {}

  /// What changes from frame to frame.
  public struct State: Sendable {
    var time = Duration.zero
  }

  /// Creates the state for a stream.
  public func makeState(for format: VideoFormat) -> State { State() }

  /// Creates the state for a stream of planar frames.
  public func makeState(for format: PlanarFormat) -> State { State() }

  /// Without an amount, frames pass unchanged.
  public func isIdle(at time: Duration, state: inout State) -> Bool {
    state.time = time
    return amount == 0
  }

  /// Mixes the noise of the frame's time into a frame in place.
  public func apply<Component>(to frame: inout PixelFrame<Component>, state: inout State) {
    let gain = Int64((amount * 0x1p16).rounded())
    let key = Self.key(seed: seed, time: state.time)
    frame.mapColors { color, x, y in
      let noise = Int64(Self.value(key, x, y) >> UInt32(32 - Component.bitWidth))
      @inline(__always) func mixed(_ component: Component) -> Component {
        let value = Int64(component)
        return Component(truncatingIfNeeded: value &+ ((noise &- value) &* gain &+ 0x8000) &>> 16)
      }
      return SIMD4(mixed(color.x), mixed(color.y), mixed(color.z), color.w)
    }
  }

  /// Mixes the noise of the frame's time into luma, and removes as much colour.
  public func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout State) {
    let gain = Int64((amount * 0x1p16).rounded())
    let key = Self.key(seed: seed, time: state.time), depth = frame.format.depth
    @inline(__always) func mixed(_ sample: Sample, _ other: Int64) -> Sample {
      let value = Int64(sample)
      return Sample(truncatingIfNeeded: value &+ ((other &- value) &* gain &+ 0x8000) &>> 16)
    }
    let (black, span) = frame.coding.range(of: 0, depth: depth)
    var luma = frame.plane(0)
    luma.mapSamples { sample, x, y in
      let noise = Int64(Self.value(key, x, y) &>> 16) &* Int64(span) &+ 0x7FFF
      return mixed(sample, noise / 0xFFFF &+ Int64(black))
    }
    for index in 1...2 {
      let zero = Int64(frame.coding.range(of: index, depth: depth).zero)
      var chroma = frame.plane(index)
      chroma.mapSamples { sample, _, _ in mixed(sample, zero) }
    }
  }

  /// Selects the noise of a frame.
  static func key(seed: UInt32, time: Duration) -> UInt32 {
    let parts = time.components
    let nanoseconds = UInt64(
      truncatingIfNeeded: parts.seconds &* 1_000_000_000 &+ parts.attoseconds / 1_000_000_000)
    let low = UInt32(truncatingIfNeeded: nanoseconds)
    let high = UInt32(truncatingIfNeeded: nanoseconds >> 32)
    return scrambled(scrambled(scrambled(seed) ^ low) ^ high)
  }

  /// 32 even bits for a pixel.
  @inline(__always) static func value(_ key: UInt32, _ x: Int, _ y: Int) -> UInt32 {
    scrambled(key ^ UInt32(truncatingIfNeeded: y &<< 16 ^ x))
  }

  /// The finalizer of MurmurHash3, in which each bit of the input changes half of the output.
  @inline(__always) private static func scrambled(_ value: UInt32) -> UInt32 {
    var hash = value
    hash ^= hash >> 16
    hash &*= 0x85EB_CA6B
    hash ^= hash >> 13
    hash &*= 0xC2B2_AE35
    return hash ^ hash >> 16
  }
}
