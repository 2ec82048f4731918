import CCutawayGStreamer

/// A decoded frame, a block of samples or a packet, with its position in the asset.
package final class MediaSample: @unchecked Sendable {
  // Neither is ever written to, and their reference counts are atomic. The GstSample is not kept:
  // an appsink reuses it, and can change its caps only if nobody else has a reference.
  package let buffer: Buffer
  package let caps: Caps?

  /// The presentation time in nanoseconds, from the asset's time 0.
  package let start: Int64

  /// The duration in nanoseconds as the container states it; `nil` if it does not.
  package let duration: Int64?

  /// The frames per second as the container states them; 0 over 1 if it does not.
  package let frameRate: (numerator: Int, denominator: Int)

  /// The size of the data in bytes.
  package let size: Int

  /// The asset's time 0, as stream time or as a time stamp.
  package enum Origin {
    case time(Int64)
    case stamp(Int64)
  }

  /// Takes ownership of a reference.
  ///
  /// - Parameters:
  ///   - sample: The reference.
  ///   - origin: Time 0 of the asset.
  package init?(taking sample: OpaquePointer, origin: Origin) {
    guard let buffer = gst_sample_get_buffer(sample), let segment = gst_sample_get_segment(sample)
    else {
      gst_swift_sample_unref(sample)
      return nil
    }
    defer { gst_swift_sample_unref(sample) }
    self.buffer = gst_swift_buffer_ref(buffer)
    caps = gst_sample_get_caps(sample).map { gst_swift_caps_ref($0) }
    let stamp = gst_swift_pts(buffer)
    switch origin {
    case .time(let zero): start = believable(signedStreamTime(segment, stamp)) - believable(zero)
    case .stamp(let zero):
      let isKnown = stamp != gst_swift_unknown_time()
      start = isKnown ? believable(Int64(clamping: stamp)) - believable(zero) : 0
    }
    let length = gst_swift_duration(buffer)
    duration =
      length == gst_swift_unknown_time() ? nil : believable(Int64(clamping: length))
    size = Int(gst_buffer_get_size(buffer))
    var numerator: Int32 = 0, denominator: Int32 = 1
    if let caps, let fields = gst_caps_get_structure(caps, 0) {
      gst_structure_get_fraction(fields, "framerate", &numerator, &denominator)
    }
    frameRate = (Int(numerator), Int(max(denominator, 1)))
  }

  /// Appends 32-bit float samples of this buffer.
  ///
  /// - Parameters:
  ///   - part: The points in time to append, counted from the start of the buffer.
  ///   - channels: The number of samples per point in time.
  ///   - target: The interleaved samples to append to.
  package func append(_ part: Range<Int>, channels: Int, to target: inout [Float]) {
    let stride = MemoryLayout<Float>.stride, count = part.count * channels, old = target.count
    target += repeatElement(0, count: count)
    target.withUnsafeMutableBytes { bytes in
      // The part lies in the buffer, and the target has just been extended for it.
      _ = gst_buffer_extract(
        buffer, gsize(part.lowerBound * channels * stride), bytes.baseAddress! + old * stride,
        gsize(count * stride))
    }
  }

  deinit {
    gst_swift_buffer_unref(buffer)
    caps.map { gst_swift_caps_unref($0) }
  }
}

/// A time that a file states, in nanoseconds, clamped to eighteen years so that times can be added.
package func believable(_ time: Int64) -> Int64 { max(-1 << 59, min(time, 1 << 59)) }

/// The stream time of a position, which may lie before the segment; 0 in streams of bytes.
private func signedStreamTime(
  _ segment: UnsafeMutablePointer<GstSegment>, _ position: GstClockTime
) -> Int64 {
  var time: guint64 = 0
  guard position != gst_swift_unknown_time(), segment.pointee.format == GST_FORMAT_TIME else {
    return 0
  }
  let sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, position, &time)
  return sign < 0 ? -Int64(clamping: time) : Int64(clamping: time)
}
