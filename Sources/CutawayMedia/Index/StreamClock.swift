import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge

/// The clock of a demuxer that plays forwards at its own speed, as stream time.
struct StreamClock {
  /// The time stamp at stream time 0, in nanoseconds.
  private var zero: Int64?

  /// A clock that is not known yet.
  init() {}

  /// The clock of a pad, whose segment may have passed.
  init(of pad: UnsafeMutablePointer<GstPad>) {
    guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return }
    follow(event)
    gst_swift_event_unref(event)
  }

  /// Takes over a segment; other events have no effect.
  mutating func follow(_ event: UnsafeMutablePointer<GstEvent>) {
    guard gst_swift_event_type(event) == GST_EVENT_SEGMENT else { return }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    zero = segment.map {
      believable(Int64(clamping: $0.pointee.start)) - believable(Int64(clamping: $0.pointee.time))
    }
  }

  /// The stream time of a time stamp in nanoseconds; `nil` if the stamp or the segment is unknown.
  func time(of stamp: GstClockTime) -> Int64? {
    guard stamp != gst_swift_unknown_time(), let zero else { return nil }
    return believable(Int64(clamping: stamp)) - zero
  }
}

extension PacketList.Identity {
  /// The identity of a packet.
  init(of buffer: Buffer) {
    let size = gst_buffer_get_size(buffer)
    var digest = ContentDigest(), bytes = [UInt8](repeating: 0, count: 64)
    let count = gst_buffer_extract(buffer, size - min(64, size), &bytes, 64)
    digest.add(bytes.prefix(Int(count)))
    self.init(
      digest: UInt32(truncatingIfNeeded: digest.value ^ digest.value >> 32),
      size: UInt32(clamping: size))
  }
}
