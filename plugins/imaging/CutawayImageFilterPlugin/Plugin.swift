public import CutawayElementBridge
import CutawayImageFilter

/// A GStreamer plugin with filters of pictures.
public let imageFilterPlugin = Plugin(
  "cutawayimagefilter", "Filters of pictures, as recipes that are evaluated at once",
  publisher: .cutaway, elements: .painter(ImageFilter.self))

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawayimagefilter_get_desc)
public func imageFilterDescriptor() -> UnsafeRawPointer { imageFilterPlugin.descriptor }
