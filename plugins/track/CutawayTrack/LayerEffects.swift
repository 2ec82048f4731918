package import CutawayElementBridge
package import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// Applies the effects of a layer if its instructions differ in them.
///
/// Outside all windows, frames pass unchanged. A chain exists only while frames of its window pass,
/// so its elements start without state from earlier frames.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! \
///   layereffects chains="0..1{videoflip video-direction=vert} 2..3{gaussianblur sigma=3}" ! \
///   videoconvert ! autovideosink
/// ```
package struct LayerEffects: ChainSelector, Hashable {
  /// The factory name in GStreamer.
  package static let name = "layereffects"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Applies chains of effects, each during its time window"
  /// What is known about its frames.
  package static let traits: ElementTraits = .stateless
  /// Any raw video, in any memory.
  package static let caps = "video/x-raw; video/x-raw(ANY)"

  /// The windows: entries `START..END{CHAIN}`, in seconds, with chains in the syntax of
  /// `gst-launch-1.0`.
  @Property("Windows START..END{CHAIN}; times in seconds, chains as in a launch line")
  package var chains = Shared(ChainWindows())

  /// Creates settings without windows, which pass all frames unchanged.
  package init() {}

  /// Parses ``chains``.
  ///
  /// - Throws: `ElementError` if ``chains`` is invalid.
  package func makePlan() throws(ElementError) -> [ChainSpan] {
    // Frame times are whole nanoseconds, rounded towards zero.
    try chains.value(of: "chains").windows.map { window in
      ChainSpan(
        range: window.range.start.nanoseconds..<window.range.end.nanoseconds,
        chain: window.chain)
    }
  }
}
