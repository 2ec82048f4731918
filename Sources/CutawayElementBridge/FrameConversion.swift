import CCutawayGStreamer
import CutawayElementKit

/// Converts frames to another format of the same size.
///
/// Conversions from R′G′B′ are rounded; GStreamer's converter does the others.
final class FrameConversion {
  private let input: GstVideoInfo
  private let output: GstVideoInfo
  private let exact: PixelConversion?
  private let converter: OpaquePointer?
  private let pool: UnsafeMutablePointer<GstBufferPool>

  init(from input: GstVideoInfo, to output: GstVideoInfo) throws(ElementError) {
    var (from, to) = (input, output)
    (self.input, self.output) = (input, output)
    exact = PixelConversion(from: input, to: output)
    // The converter owns its settings.
    let settings = gst_structure_new_from_string(
      "GstVideoConverter, GstVideoConverter.threads=(uint)\(g_get_num_processors());")
    converter = exact == nil ? gst_video_converter_new(&from, &to, settings) : nil
    if exact != nil { gst_structure_free(settings) }
    let caps = gst_video_info_to_caps(&to)
    defer { gst_caps_unref(caps) }
    pool = gst_video_buffer_pool_new()
    let configuration = gst_buffer_pool_get_config(pool)
    gst_buffer_pool_config_set_params(configuration, caps, guint(output.size), 0, 0)
    guard exact != nil || converter != nil,
      gst_buffer_pool_set_config(pool, configuration) != 0, gst_buffer_pool_set_active(pool, 1) != 0
    else {
      let name = String(cString: input.finfo.pointee.name)
      throw ElementError("cannot convert frames of the format \(name)", code: .unsupportedFormat)
    }
  }

  deinit {
    if let converter { gst_video_converter_free(converter) }
    gst_buffer_pool_set_active(pool, 0)
    gst_object_unref(pool)
  }

  /// The converted frame, which the caller owns.
  func convert(_ buffer: Buffer) throws(ElementError) -> Buffer {
    var result: Buffer?
    guard gst_buffer_pool_acquire_buffer(pool, &result, nil) == GST_FLOW_OK, let result else {
      throw ElementError("cannot allocate a frame of \(output.size) bytes", code: .noMemory)
    }
    do throws(ElementError) {
      var (from, to) = (input, output)
      try withVideoFrame(buffer, &from, GST_MAP_READ) { source throws(ElementError) in
        try withVideoFrame(result, &to, GST_MAP_WRITE) { target throws(ElementError) in
          if let exact {
            exact.run(source, target)
          } else {
            var (source, target) = (source, target)
            gst_video_converter_frame(converter, &source, &target)
          }
        }
      }
    } catch {
      gst_swift_buffer_unref(result)
      throw error
    }
    return result
  }
}
