import CCutawayGStreamer
import CutawayElementKit

/// Converts frames to another format of the same size.
///
/// Conversions from R′G′B′ are rounded, and those of the depth exact; GStreamer's converter does the
/// others.
final class FrameConversion {
  private let input: GstVideoInfo
  private let output: GstVideoInfo
  private let way: Way
  /// The conversion before, if one does not suffice.
  private let first: FrameConversion?

  private enum Way {
    case exact(ExactConversion)
    /// Owned by the conversion.
    case converted(OpaquePointer?)
  }
  private let pool: UnsafeMutablePointer<GstBufferPool>

  init(from original: GstVideoInfo, to output: GstVideoInfo) throws(ElementError) {
    var exact = ExactConversion(from: original, to: output)
    let between = exact == nil ? original.between(output) : nil
    first = try between.map { between throws(ElementError) in
      try FrameConversion(from: original, to: between)
    }
    let input = between ?? original
    if between != nil { exact = ExactConversion(from: input, to: output) }
    var (from, to) = (input, output)
    (self.input, self.output) = (input, output)
    if let exact {
      way = .exact(exact)
    } else {
      // Several threads resample chroma of more than 8 bits wrongly where their rows meet, and not
      // always alike (GStreamer 1.22.0; 8 bits are right).
      let isDeep = [input, output].contains { $0.finfo.pointee.depth.0 > 8 }
      let threads = isDeep ? 1 : g_get_num_processors()
      // The converter owns its settings.
      let settings = gst_structure_new_from_string(
        "GstVideoConverter, GstVideoConverter.threads=(uint)\(threads);")
      way = .converted(gst_video_converter_new(&from, &to, settings))
    }
    let caps = gst_video_info_to_caps(&to)
    defer { gst_caps_unref(caps) }
    pool = gst_video_buffer_pool_new()
    let configuration = gst_buffer_pool_get_config(pool)
    gst_buffer_pool_config_set_params(configuration, caps, guint(output.size), 0, 0)
    guard isPossible, gst_buffer_pool_set_config(pool, configuration) != 0,
      gst_buffer_pool_set_active(pool, 1) != 0
    else {
      let name = String(cString: original.finfo.pointee.name)
      throw ElementError("cannot convert frames of the format \(name)", code: .unsupportedFormat)
    }
  }

  deinit {
    if case .converted(let converter?) = way { gst_video_converter_free(converter) }
    gst_buffer_pool_set_active(pool, 0)
    gst_object_unref(pool)
  }

  /// The conversion if it only separates chroma.
  var ofSharedChroma: SharedChromaConversion? {
    if first == nil, case .exact(.regrouped(let conversion)) = way { conversion } else { nil }
  }

  private var isPossible: Bool { if case .converted(nil) = way { false } else { true } }

  /// The converted frame, which the caller owns.
  func convert(_ original: Buffer) throws(ElementError) -> Buffer {
    let buffer = try first?.convert(original) ?? gst_swift_buffer_ref(original)!
    defer { gst_swift_buffer_unref(buffer) }
    var result: Buffer?
    guard gst_buffer_pool_acquire_buffer(pool, &result, nil) == GST_FLOW_OK, let result else {
      throw ElementError("cannot allocate a frame of \(output.size) bytes", code: .noMemory)
    }
    do throws(ElementError) {
      var (from, to) = (input, output)
      try withVideoFrame(buffer, &from, GST_MAP_READ) { source throws(ElementError) in
        try withVideoFrame(result, &to, GST_MAP_WRITE) { target throws(ElementError) in
          switch way {
          case .exact(let conversion): conversion.run(source, target)
          case .converted(let converter):
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
