public import GStreamerBridge
import Ramps

/// The elements that change a layer or a track over time.
public let rampsPlugin = Plugin(
  "ramps", "Transform, opacity and volume that change over time",
  elements: .renderer(TransformRamp.self), .filter(OpacityRamp.self),
  .audioFilter(VolumeRamp.self))

@c(gst_plugin_ramps_get_desc)
public func rampsDescriptor() -> UnsafeRawPointer { rampsPlugin.descriptor }
