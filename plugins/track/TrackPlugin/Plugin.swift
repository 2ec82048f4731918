import Color
public import GStreamerBridge
import Track

/// The element that plays a track, and the one that its HDR sources go through.
public let trackPlugin = Plugin(
  "track", "A track of a composition as one stream", elements: .source(TrackSource.self),
  .source(PacketSource.self),
  .filter(ToneMap.self))

@c(gst_plugin_track_get_desc)
public func trackDescriptor() -> UnsafeRawPointer { trackPlugin.descriptor }
