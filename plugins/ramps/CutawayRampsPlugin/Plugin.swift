public import CutawayElementBridge
import CutawayRamps

/// A GStreamer plugin with a mixer for layers, and elements that change layers and tracks over
/// time.
public let rampsPlugin = Plugin(
  "cutawayramps",
  "Transform, opacity, volume, pan and other properties that change over time, a mixer of layers",
  publisher: .cutaway, elements: .renderer(TransformRamp.self), .filter(OpacityRamp.self),
  .audioFilter(VolumeRamp.self), .audioFilter(PanRamp.self), .mixer(LayerMixer.self),
  .animator(PropertyRamp.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawayramps_get_desc)
public func rampsDescriptor() -> UnsafeRawPointer { rampsPlugin.descriptor }
