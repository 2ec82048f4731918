import CutawayEffects
public import CutawayElementBridge

/// Effects that show how to write one.
public let effectsPlugin = Plugin(
  "effects", "Video effects written in Swift", elements: .filter(Vignette.self))

@c(gst_plugin_effects_get_desc)
public func effectsDescriptor() -> UnsafeRawPointer { effectsPlugin.descriptor }
