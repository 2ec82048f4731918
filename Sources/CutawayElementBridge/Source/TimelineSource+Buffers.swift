import CCutawayGStreamer
import CutawayElementKit

/// Sets a buffer's times in the timeline, and removes those in its asset.
func stamp(_ buffer: Buffer, start: Int64, end: Int64) {
  gst_swift_set_times(buffer, GstClockTime(start), GstClockTime(end - start))
  gst_swift_set_offsets(buffer, gst_swift_unknown_time(), gst_swift_unknown_time())
  gst_swift_set_flag(buffer, GST_BUFFER_FLAG_DISCONT, 0)
}

/// Sets a packet's times in the timeline, and leaves everything else unchanged.
func stamp(
  packet buffer: Buffer, start: Int64, decoding: Int64, duration: Int64?, origin: Int64
) {
  gst_swift_set_times(
    buffer, GstClockTime(max(0, start + origin)),
    duration.map { GstClockTime(max(0, $0)) } ?? gst_swift_duration(buffer))
  gst_swift_set_dts(buffer, GstClockTime(max(0, decoding + origin)))
  gst_swift_set_offsets(buffer, gst_swift_unknown_time(), gst_swift_unknown_time())
  gst_swift_set_flag(buffer, GST_BUFFER_FLAG_DISCONT, 0)
}

/// Reverses the samples in a buffer; those of one point in time keep their order.
///
/// - Throws: `ElementError` if the buffer is not writable; it has then been released.
func reverse(_ buffer: Buffer, frameSize: Int) throws(ElementError) {
  var map = GstMapInfo()
  guard
    gst_buffer_map(
      buffer, &map, GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)) != 0
  else {
    gst_swift_buffer_unref(buffer)
    throw ElementError("cannot reverse the samples", code: .noMemory)
  }
  defer { gst_buffer_unmap(buffer, &map) }
  let bytes = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size))
  var words = bytes.bindMemory(to: Float.self)
  let channels = frameSize / MemoryLayout<Float>.stride
  // Reverse all samples, then reverse those of each point in time back.
  words.reverse()
  for first in stride(from: 0, to: words.count, by: channels) where channels > 1 {
    words[first..<first + channels].reverse()
  }
}

/// Creates a buffer of samples.
func makeBuffer(of samples: [Float]) throws(ElementError) -> Buffer {
  let size = gsize(samples.count * MemoryLayout<Float>.stride)
  guard let buffer = gst_buffer_new_allocate(nil, size, nil) else {
    throw ElementError("cannot allocate \(size) bytes", code: .noMemory)
  }
  // The buffer was created with this size.
  samples.withUnsafeBytes { _ = gst_buffer_fill(buffer, 0, $0.baseAddress, size) }
  return buffer
}
