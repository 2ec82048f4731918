package import CutawayElementKit
import CutawayImaging
package import CutawayKeyframes

/// Applies filters of pictures, one after the other, as one recipe.
///
/// Runs of filters that change single pixels are one pass over the frame. Colours are mixed in linear light, with
/// 32-bit numbers. The settings of the filters, their units and their defaults are listed in `docs/core-image.md`, and by
/// `cutaway effects NAME`.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! \
///   imagefilter filters="sepiaTone intensity{0..3=0>1} | vignetteEffect radius{120}" ! \
///   videoconvert ! autovideosink
/// ```
package struct ImageFilter: FramePainter, Hashable {
  /// The factory name in GStreamer.
  package static let name = "imagefilter"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Applies filters such as sepiaTone, gaussianBlur and pixellate"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace, .safe]
  /// Planes, and red, green, blue and alpha.
  package static let layouts = FramePixels.layouts

  /// The filters in their order, each with its settings.
  @Property("Filters NAME SETTING{VALUES or KEYFRAMES}, split by vertical bars")
  package var filters = Shared(FilterChain())
  /// The pixels of the frame for a pixel of the settings.
  @Property(in: 0.001...1_000, "The pixels of the frame for a pixel of the filters' settings")
  package var scale = 1.0

  /// Creates an element that changes nothing.
  package init() {}

  /// The checked filters.
  package struct State: Sendable {
    fileprivate var chain = FilterChain()
    fileprivate var plan: FilterPlan?
  }

  /// Checks the filters.
  package func makeState(for format: MixerFormat) throws(ElementError) -> State {
    var state = State()
    _ = try plan(&state)
    return state
  }

  /// Whether a filter moves the picture, or changes its alpha.
  package func isTransparent() throws(ElementError) -> Bool { try makePlan().changesAlpha }

  /// Without filters, frames pass unchanged.
  package func isIdle(at time: PlanTime, state: inout State) throws(ElementError) -> Bool {
    try plan(&state).isEmpty
  }

  /// Computes a frame on all cores.
  package func paint(
    _ target: FrameRows, from source: FrameRows, at time: PlanTime, state: inout State
  ) throws(ElementError) {
    guard let pixels = FramePixels(source), let result = FramePixels(target) else {
      throw ElementError("filters need planes, or red, green and blue", code: .unsupportedFormat)
    }
    let frame = Picture(pixels)
    let picture = try plan(&state).picture(of: frame, scale: scale, at: time)
    guard picture.render(frame.extent, into: result) else {
      throw ElementError("the filters need more memory than there is", code: .noMemory)
    }
  }

  private func makePlan() throws(ElementError) -> FilterPlan {
    do {
      return try FilterPlan(try filters.value(of: "filters"))
    } catch let error as ElementError {
      throw error
    } catch {
      throw ElementError("filters: \(error)", code: .invalidSettings)
    }
  }

  private func plan(_ state: inout State) throws(ElementError) -> FilterPlan {
    let chain = try filters.value(of: "filters")
    if let plan = state.plan, state.chain == chain { return plan }
    let plan = try makePlan()
    state = State(chain: chain, plan: plan)
    return plan
  }
}
