public import CutawayElementBridge
public import CutawayElementKit
import CutawayModel
import CutawayTime

/// Applies the effects of a layer where instructions give it different ones.
///
/// Outside of all windows frames pass unchanged. A chain exists only while frames of its window pass: it
/// starts without anything that an element remembers of earlier frames.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! \
///   layereffects chains="0..1{videoflip method=vertical-flip} 2..3{gaussianblur sigma=3}" ! \
///   videoconvert ! autovideosink
/// ```
public struct LayerEffects: ChainSelector, Codable, Hashable {
  public static let name = "layereffects"
  public static let summary = "Applies one chain of effects after another, each during its window"
  public static let caps = "video/x-raw; video/x-raw(ANY)"

  @Property("Windows START..END{CHAIN}; times in seconds, chains as on a launch line")
  public var chains = ""

  public init() {}

  public func makePlan() throws(ElementError) -> [ChainSpan] {
    do throws(CompositionError) {
      // Frames have times in whole nanoseconds, towards zero.
      return try ChainWindows(chains).windows.map { window in
        ChainSpan(
          range: window.range.start.nanoseconds..<window.range.end.nanoseconds,
          chain: window.chain)
      }
    } catch {
      throw ElementError("chains: \(error)")
    }
  }
}
