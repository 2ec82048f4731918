import CutawayColor
public import CutawayElementBridge
import CutawayTrack

/// The element that plays a track, and those that its sources and effects go through.
public let trackPlugin = Plugin(
  "track", "A track of a composition as one stream", elements: .source(TrackSource.self),
  .source(PacketSource.self),
  .chainSelector(LayerEffects.self), .filter(ToneMap.self), .pixelConverter)

@c(gst_plugin_track_get_desc)
public func trackDescriptor() -> UnsafeRawPointer { trackPlugin.descriptor }
