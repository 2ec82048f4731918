package import CCutawayGStreamer

/// The decoder configuration that a container stores for a stream; empty if there is none.
package func codecData(of fields: UnsafeMutablePointer<GstStructure>) -> [UInt8] {
  gst_structure_get_value(fields, "codec_data").map(bytes(of:)) ?? []
}

/// The first header packet of a Xiph codec; empty if there is none.
package func firstHeader(of fields: UnsafeMutablePointer<GstStructure>) -> [UInt8] {
  guard let headers = gst_structure_get_value(fields, "streamheader"),
    gst_value_array_get_size(headers) > 0, let first = gst_value_array_get_value(headers, 0)
  else { return [] }
  return bytes(of: first)
}

private func bytes(of value: UnsafePointer<GValue>) -> [UInt8] {
  guard let buffer = gst_swift_value_buffer(value) else { return [] }
  var map = GstMapInfo()
  guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return [] }
  defer { gst_buffer_unmap(buffer, &map) }
  return Array(UnsafeBufferPointer(start: map.data, count: Int(map.size)))
}
