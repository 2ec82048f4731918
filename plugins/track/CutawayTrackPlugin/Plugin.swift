import CutawayColor
public import CutawayElementBridge
import CutawayPhotos
import CutawayTrack

/// A GStreamer plugin with the sources for tracks, and the elements that their sources and effects
/// need.
public let trackPlugin: Plugin = {
  var plugin = Plugin(
    "cutawaytrack", "A track of a composition as one stream", publisher: .cutaway,
    elements: .source(TrackSource.self), .source(PacketSource.self),
    .chainSelector(LayerEffects.self), .gate(FrameGate.self), .filter(ToneMap.self),
    .filter(ICCConvert.self), .stillDecoder(HEIFDecoder.self), .pixelConverter)
  plugin.typeFinders = heifFinders
  return plugin
}()

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawaytrack_get_desc)
public func trackDescriptor() -> UnsafeRawPointer { trackPlugin.descriptor }
