import CCutawayGStreamer

extension MediaSample {
  /// The data, of a frame with its gaps between rows.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { target, count in
      count = Int(gst_buffer_extract(buffer, 0, target.baseAddress, gsize(size)))
    }
  }

  /// Copies the data, of which `target` has room for at most its own size.
  package func copyBytes(to target: UnsafeMutableRawBufferPointer) {
    // The result is the number of bytes, which the caller knows from ``size``.
    _ = gst_buffer_extract(buffer, 0, target.baseAddress, gsize(min(size, target.count)))
  }

  /// The decoding time in nanoseconds from the asset's time 0; `nil` if the file does not say.
  package var decodingTime: Int64? { decodingLead.map { start - $0 } }

  /// A plane of a frame in memory.
  package struct Plane {
    /// The first byte of the first row.
    package let base: UnsafeRawPointer
    /// The distance of two rows in bytes.
    package let stride: Int
  }

  /// The width and height of a decoded frame in pixels; `nil` of other samples.
  package var pictureSize: (width: Int, height: Int)? {
    var info = GstVideoInfo()
    guard let caps, gst_video_info_from_caps(&info, caps) != 0 else { return nil }
    return (Int(info.width), Int(info.height))
  }

  /// Calls a closure with the planes of a decoded frame, which are valid during the call only.
  ///
  /// - Returns: The result; `nil` if the sample is no decoded frame.
  package func withPlanes<Result>(_ body: ([Plane]) -> Result) -> Result? {
    var info = GstVideoInfo(), frame = GstVideoFrame()
    guard let caps, gst_video_info_from_caps(&info, caps) != 0,
      gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0
    else { return nil }
    defer { gst_video_frame_unmap(&frame) }
    let bases = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = [
      frame.info.stride.0, frame.info.stride.1, frame.info.stride.2, frame.info.stride.3,
    ]
    let planes = zip(bases, strides).prefix(Int(info.finfo.pointee.n_planes)).compactMap {
      base, stride in base.map { Plane(base: UnsafeRawPointer($0), stride: Int(stride)) }
    }
    return body(planes)
  }
}
