import CCutawayGStreamer
import CutawayElementKit
import CutawayKeyframes

/// The settings that all mixers have.
struct MixerSettings: Element {
  static let name = "mixer"
  static let summary = "A mixer of video frames"

  @Property("Properties NAME{TIME=VALUE or START..END=FROM>TO[@EASING]}, at the time of each frame")
  var keyframes = Shared(PropertyKeyframes())
}

/// The properties of a mixer that have keyframes, in its streaming thread.
///
/// They are set at the exact time of each output frame, which no element before the mixer knows.
final class MixerAnimation {
  private var keyframes = Shared(PropertyKeyframes())
  private var bindings: [PropertyBinding] = []

  /// Sets the properties to their values at a time.
  ///
  /// - Throws: `ElementError` if the text is invalid, or a property cannot be animated.
  func apply(
    _ wanted: Shared<PropertyKeyframes>, to instance: Instance, at time: FrameInstant
  ) throws(ElementError) {
    if wanted != keyframes {
      restore()
      let element = instance.assumingMemoryBound(to: GstElement.self)
      for plan in PropertyPlan.plans(of: try wanted.value(of: "keyframes")) {
        bindings.append(try PropertyBinding(plan, of: element))
      }
      keyframes = wanted
    }
    for index in bindings.indices { bindings[index].set(at: .exact(time)) }
  }

  /// Gives the properties their values from before the first keyframe.
  func restore() {
    for binding in bindings { binding.restore() }
    bindings = []
    keyframes = Shared(PropertyKeyframes())
  }
}
