public import CutawayElementBridge
import CutawayTransitions

/// A GStreamer plugin with transitions from one picture to another.
public let transitionsPlugin = Plugin(
  "cutawaytransitions", "Transitions from one picture to another",
  publisher: .cutaway, elements: .mixer(BlindsTransition.self), .mixer(CircleTransition.self),
  .mixer(ClockTransition.self), .mixer(DissolveTransition.self),
  .mixer(FadeThroughColorTransition.self), .mixer(GlitchTransition.self),
  .mixer(LumaTransition.self), .mixer(PushTransition.self), .mixer(SlideTransition.self),
  .mixer(WhipTransition.self), .mixer(WipeTransition.self), .mixer(ZoomPunchTransition.self),
  .mixer(ZoomTransition.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawaytransitions_get_desc)
public func transitionsDescriptor() -> UnsafeRawPointer { transitionsPlugin.descriptor }
