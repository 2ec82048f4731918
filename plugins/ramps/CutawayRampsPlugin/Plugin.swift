public import CutawayElementBridge
import CutawayRamps

/// The elements that change layers and tracks over time, and lay layers over each other.
public let rampsPlugin = Plugin(
  "ramps", "Transform, opacity and volume that change over time, and a mixer of layers",
  elements: .renderer(TransformRamp.self), .filter(OpacityRamp.self),
  .audioFilter(VolumeRamp.self), .audioFilter(PanRamp.self), .mixer(LayerMixer.self))

@c(gst_plugin_ramps_get_desc)
public func rampsDescriptor() -> UnsafeRawPointer { rampsPlugin.descriptor }
