public import CutawayElementBridge
import CutawayLayers

/// A GStreamer plugin with layers over a picture: titles, watermarks, shapes.
public let layersPlugin = Plugin(
  "layers", "Layers over a picture: texts, images, shapes", elements: .mixer(LayerTreeMixer.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_layers_get_desc)
public func layersDescriptor() -> UnsafeRawPointer { layersPlugin.descriptor }
