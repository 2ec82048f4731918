import CCutawayGStreamer
package import CutawayElementBridge
package import CutawayGraph
package import CutawayKeyframes
package import CutawayTime

extension Pipeline {
  /// The frame of a paused pipeline.
  ///
  /// - Parameter role: An `appsink` that accepts RGBA.
  /// - Returns: The frame with its stream time; `nil` if there is none, or it has been returned
  ///   before.
  package func takePicture(
    from role: PipelineGraph.Role
  ) -> (picture: StillImage, time: MediaTime)? {
    withAppSink(role) { sink in
      guard let sample = gst_app_sink_try_pull_preroll(sink, 0) else { return nil }
      defer { gst_swift_sample_unref(sample) }
      guard let buffer = gst_sample_get_buffer(sample),
        let segment = gst_sample_get_segment(sample),
        let caps = gst_sample_get_caps(sample), let fields = gst_caps_get_structure(caps, 0)
      else { return nil }
      var width: Int32 = 0, height: Int32 = 0
      gst_structure_get_int(fields, "width", &width)
      gst_structure_get_int(fields, "height", &height)
      let pixels = bytes(of: buffer)
      guard width > 0, height > 0, pixels.count == Int(width) * Int(height) * 4 else { return nil }
      let time = gst_swift_stream_time(segment, gst_swift_pts(buffer))
      return (
        StillImage(size: PixelSize(width: Int(width), height: Int(height)), pixels: pixels),
        MediaTime(nanoseconds: Int64(clamping: time))
      )
    }
  }

  /// Sends one image from an `appsrc`, followed by the end of the stream.
  package func send(_ picture: StillImage, through role: PipelineGraph.Role) {
    withElement(role) { element in
      let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)
      let buffer = picture.pixels.withUnsafeBytes {
        gst_buffer_new_memdup($0.baseAddress, gsize($0.count))
      }
      // A refused buffer gives no output, which the caller that waits for it reports.
      gst_app_src_push_buffer(source, buffer)
      gst_app_src_end_of_stream(source)
    }
  }

  /// The next buffer of an `appsink`, with its stream time; `nil` if none has arrived.
  package func takeSample(from role: PipelineGraph.Role) -> MediaSample? {
    withAppSink(role) { sink in
      gst_app_sink_try_pull_sample(sink, 0).flatMap { MediaSample(taking: $0, origin: .time(0)) }
    }
  }

  private func withAppSink<Result>(
    _ role: PipelineGraph.Role, _ body: (UnsafeMutablePointer<GstAppSink>) -> Result?
  ) -> Result? {
    withElement(role) { element in
      body(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSink.self))
    } ?? nil
  }
}

private func bytes(of buffer: UnsafeMutablePointer<GstBuffer>) -> [UInt8] {
  let size = Int(gst_buffer_get_size(buffer))
  return [UInt8](unsafeUninitializedCapacity: size) { target, count in
    count = Int(gst_buffer_extract(buffer, 0, target.baseAddress, gsize(size)))
  }
}
