package import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// Multiplies the alpha of each frame by an opacity that can change over time.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! \
///   opacityramp keyframes="0..2=1>0" ! compositor background=black ! videoconvert ! autovideosink
/// ```
package struct OpacityRamp: StatefulVideoFilter, Hashable {
  /// The factory name in GStreamer.
  package static let name = "opacityramp"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Fades frames in and out"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace]
  /// The layouts with straight alpha, of 8 bits per component.
  package static let layouts: [PixelLayout] = [.ayuv, .bgra, .rgba, .argb, .abgr]

  /// Opacities over stream time: entries `TIME=OPACITY` or `START..END=FROM>TO[@EASING]`, in
  /// seconds.
  ///
  /// Values are 0 to 1; those of an easing that overshoots are clamped.
  @Property("Keyframes TIME=OPACITY or START..END=FROM>TO[@EASING], 0 to 1, split by semicolons")
  package var keyframes = Shared(KeyframeWindows<Double>())
  /// The opacity before the first keyframe, from 0 to 1.
  @Property(in: 0...1, "The opacity before the first keyframe")
  package var opacity = 1.0

  /// Creates a filter that changes nothing.
  package init() {}

  /// The parsed keyframes of one stream.
  package struct State: Sendable {
    var keyframes = ParsedKeyframes(in: 0...1)
    var layout: PixelLayout
    /// The opacity of the current frame, in 255ths.
    var level: UInt16 = 255
  }

  /// Creates the state for a layout.
  package func makeState(for format: VideoFormat) throws(ElementError) -> State {
    State(layout: format.layout)
  }

  /// Whether the frame at `time` is opaque, in 255ths of opacity.
  ///
  /// - Throws: `ElementError` if ``keyframes`` is invalid.
  package func isIdle(at time: Duration, state: inout State) throws(ElementError) -> Bool {
    let values = try state.keyframes.values(of: keyframes, property: "keyframes")
    let value = values.value(at: MediaTime(time)) ?? opacity
    state.level = UInt16((min(max(value, 0), 1) * 255).rounded())
    return state.level == 255
  }

  /// Multiplies the alpha of every pixel.
  package func apply(to frame: inout VideoFrame, state: inout State) {
    var pixel = SIMD4<UInt16>(repeating: 255)
    pixel[state.layout.alphaIndex] = state.level
    let half = SIMD8(lowHalf: pixel, highHalf: pixel)
    frame.mapBlocks { block in
      SIMD16(
        lowHalf: multiplied(block.lowHalf, by: half), highHalf: multiplied(block.highHalf, by: half)
      )
    }
  }
}

/// Products of 255ths, rounded to the nearest: with `t = a·b + 128`, `(t + t/256) / 256`.
///
/// This is exact for all bytes (Blinn, "Three Wrongs Make a Right", IEEE CG&A 15(6), 1995).
@inline(__always)
private func multiplied(_ bytes: SIMD8<UInt8>, by factors: SIMD8<UInt16>) -> SIMD8<UInt8> {
  let product = SIMD8<UInt16>(truncatingIfNeeded: bytes) &* factors &+ 128
  return SIMD8<UInt8>(truncatingIfNeeded: (product &+ (product &>> 8)) &>> 8)
}
