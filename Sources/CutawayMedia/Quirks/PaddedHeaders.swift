import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// x265enc puts the headers in front of the first packet, in a buffer for all headers of the encoder.
  ///
  /// If x265 has already put them into this packet, as it does with the metadata of HDR, the buffer has room for two sets of
  /// parameter sets, but contains one. The rest is undefined memory, which parsers take for a part of the last SEI message, or
  /// for other units. Then the packet is complete without this buffer.
  package static let paddedHeaders = Quirk(
    "x265enc sends undefined memory behind the headers of HDR",
    versions: [.all],
    upstream: "not reported",
    test: "PQ states its mastering display in every file type")
}

/// Removes the additional headers in front of a packet of x265enc.
func removePaddedHeaders(of encoder: UnsafeMutablePointer<GstElement>) {
  guard Quirk.paddedHeaders.applies, let pad = gst_element_get_static_pad(encoder, "src") else {
    return
  }
  defer { gst_object_unref(pad) }
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_BUFFER,
    { _, info, _ in
      // x265enc appends the packet to the headers, as another memory.
      guard let info, let buffer = gst_swift_probe_buffer(info), gst_buffer_n_memory(buffer) > 1,
        beginsWithHeaders(buffer, memory: 0), beginsWithHeaders(buffer, memory: 1)
      else { return GST_PAD_PROBE_OK }
      let own = gst_swift_buffer_make_writable(buffer)!
      gst_buffer_remove_memory(own, 0)
      gst_swift_probe_set_buffer(info, own)
      return GST_PAD_PROBE_OK
    }, nil, nil)
}

/// Whether a memory of a buffer begins with a video parameter set, in a byte stream.
private func beginsWithHeaders(_ buffer: UnsafeMutablePointer<GstBuffer>, memory: guint) -> Bool {
  guard let memory = gst_buffer_peek_memory(buffer, memory) else { return false }
  var map = GstMapInfo()
  guard gst_memory_map(memory, &map, GST_MAP_READ) != 0 else { return false }
  defer { gst_memory_unmap(memory, &map) }
  let bytes = UnsafeBufferPointer(start: map.data, count: Int(map.size))
  return bytes.starts(with: [0, 0, 0, 1, 32 << 1])
}
