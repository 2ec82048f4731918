import CutawayEdit
public import CutawayElementBridge

/// A GStreamer plugin that plays composition files as media files.
public let editPlugin: Plugin = {
  var plugin = Plugin(
    "cutawayedit", "Compositions as media files", publisher: .cutaway,
    elements: .streams(CompositionSource.self), .streams(CompositionDemuxer.self))
  plugin.typeFinders = [compositionFinder]
  return plugin
}()

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawayedit_get_desc)
public func editDescriptor() -> UnsafeRawPointer { editPlugin.descriptor }
