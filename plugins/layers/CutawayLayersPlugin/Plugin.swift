public import CutawayElementBridge
import CutawayLayers

/// A GStreamer plugin with layers over a picture: titles, watermarks, shapes.
public let layersPlugin = Plugin(
  "cutawaylayers", "Layers over a picture: texts, images, shapes", publisher: .cutaway,
  elements: .mixer(LayerTreeMixer.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawaylayers_get_desc)
public func layersDescriptor() -> UnsafeRawPointer { layersPlugin.descriptor }
