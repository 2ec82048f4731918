import CutawayColor
public import CutawayElementBridge
import CutawayTrack

/// A GStreamer plugin with the sources for tracks, and the elements that their sources and effects
/// need.
public let trackPlugin = Plugin(
  "cutawaytrack", "A track of a composition as one stream", publisher: .cutaway,
  elements: .source(TrackSource.self),
  .source(PacketSource.self),
  .chainSelector(LayerEffects.self), .gate(FrameGate.self), .filter(ToneMap.self), .pixelConverter)

/// The C entry point of the plugin: GStreamer calls it to read the plugin description.
@c(gst_plugin_cutawaytrack_get_desc)
public func trackDescriptor() -> UnsafeRawPointer { trackPlugin.descriptor }
