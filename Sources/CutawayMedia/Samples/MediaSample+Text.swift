import CCutawayGStreamer
package import CutawayElementBridge

// Subtitles.
extension MediaSample {
  /// The stored text; `nil` if it exceeds `limit` bytes or is not UTF-8.
  package func text(upTo limit: Int) -> String? {
    var map = GstMapInfo()
    guard size <= limit, gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    guard let data = map.data else { return "" }
    // Some demuxers include the terminating zero.
    let bytes = UnsafeBufferPointer(start: data, count: Int(map.size)).prefix { $0 != 0 }
    return String(validating: bytes, as: UTF8.self)
  }
}
