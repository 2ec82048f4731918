import CutawayEffects
public import CutawayElementBridge

/// A GStreamer plugin with video effects.
public let effectsPlugin = Plugin(
  "cutawayeffects", "Video effects written in Swift",
  publisher: .cutaway, elements: .filter(Blur.self), .filter(ChromaKey.self),
  .filter(ColorGrade.self),
  .filter(Noise.self), .filter(Pixelate.self), .filter(Sharpen.self), .filter(Vignette.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawayeffects_get_desc)
public func effectsDescriptor() -> UnsafeRawPointer { effectsPlugin.descriptor }
