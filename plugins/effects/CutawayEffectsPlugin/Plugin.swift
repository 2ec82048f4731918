import CutawayEffects
public import CutawayElementBridge

/// A GStreamer plugin with sample effects, which show how to write an effect.
public let effectsPlugin = Plugin(
  "effects", "Video effects written in Swift", elements: .filter(Vignette.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_effects_get_desc)
public func effectsDescriptor() -> UnsafeRawPointer { effectsPlugin.descriptor }
