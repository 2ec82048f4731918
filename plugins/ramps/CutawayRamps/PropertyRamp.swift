package import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// Changes properties of the element after it over time.
///
/// It stands directly before that element, and works on any stream. For each frame it sets the
/// properties to their values at the frame's stream time, before the element receives the frame.
/// For sound it does so every 10 ms, and splits buffers where a value changes.
///
/// GStreamer must be able to control the properties; `gst-inspect-1.0` lists them as controllable.
/// Before its first keyframe a property keeps the value that the element had at the start.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! \
///   propertyramp keyframes="saturation{0..2=1>0@easeOut} hue{1..3=0>1}" ! videobalance ! \
///   videoconvert ! autovideosink
/// ```
package struct PropertyRamp: PropertyAnimator, Hashable {
  /// The factory name in GStreamer.
  package static let name = "propertyramp"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Changes properties of the next element over time"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace]

  /// The keyframes of each property, `NAME{KEYFRAMES}`, with those of other ramps in the braces.
  ///
  /// A value is a number, a point `x,y`, or a colour `red,green,blue,alpha` from 0 to 255.
  @Property(
    "Properties NAME{TIME=VALUE or START..END=FROM>TO[@EASING]}; keyframes split by semicolons")
  package var keyframes = Shared(PropertyKeyframes())
  /// Whether the stream runs backwards: its time 0 is ``duration`` in the time of the keyframes.
  @Property("Whether keyframes count from the end of the stream, which lies at the duration")
  package var reversed = false
  /// The duration of the stream in seconds, if it is ``reversed``.
  @Property("The duration of a reversed stream in seconds, as a number or a fraction")
  package var duration = ""

  /// Creates an element that sets nothing.
  package init() {}

  /// The plans of ``keyframes``.
  ///
  /// - Throws: `ElementError` if ``keyframes`` or ``duration`` is invalid.
  package func makePlan() throws(ElementError) -> [PropertyPlan] {
    PropertyPlan.plans(
      of: try keyframes.value(of: "keyframes"), mirroredAt: reversed ? try mirror() : nil)
  }

  private func mirror() throws(ElementError) -> MediaTime {
    if let end = MediaTime(duration) { return end }
    throw ElementError("duration: '\(duration)' is not a time, which a reversed stream needs")
  }
}
