import CCutawayGStreamer
import CutawayElementBridge

extension UnsafeMutablePointer<GstPad> {
  /// The identifier of the stream of a pad; `nil` before it is known.
  var streamIdentifier: String? {
    guard let text = gst_pad_get_stream_id(self) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// The number that a container gives a track.
///
/// The identifier of its stream ends with it (qtdemux), or with it and another one (matroskademux).
func trackNumber(in streamID: String) -> Int? {
  streamID.split(separator: "/").last?.split(separator: ":").first.flatMap { Int($0) }
}
