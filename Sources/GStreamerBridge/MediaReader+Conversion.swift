import CGStreamer
import ElementKit

extension MediaReader.Request {
  /// The factories of the elements between decoder and appsink.
  var converters: [String] {
    switch output {
    case .video: ["videoconvertscale", "capsfilter"]
    case .audio(_, let speed, _):
      ["audioconvert", "audioresample"] + (speed == 1 ? [] : ["pitch"]) + ["capsfilter"]
    }
  }

  func configure(_ element: UnsafeMutablePointer<GstElement>, factory: String) {
    switch (factory, output) {
    case ("capsfilter", _):
      let caps = gst_caps_from_string(outputCaps)
      gst_swift_set_caps(element, "caps", caps)
      gst_caps_unref(caps)
    case ("pitch", .audio(_, let speed, let keepsPitch)):
      gst_swift_set_float(element, keepsPitch ? "tempo" : "rate", Float(speed))
    default: break
    }
  }

  private var outputCaps: String {
    switch output {
    case .video:
      """
      video/x-raw, format=(string){ I420, AYUV }, pixel-aspect-ratio=(fraction)1/1, \
      colorimetry=(string)bt709
      """
    case .audio(let format, _, _):
      """
      audio/x-raw, format=(string)F32LE, layout=(string)interleaved, \
      rate=(int)\(format.sampleRate), channels=(int)\(format.channels)
      """
    }
  }
}

/// Fills in what the caps that reach `converter` leave open about colour, as semantics has it:
/// BT.601 below 720 lines, BT.709 from there.
///
/// A converter told to reach BT.709 then neither guesses nor converts without need.
func completeColorimetry(before converter: UnsafeMutablePointer<GstElement>) {
  let pad = gst_element_get_static_pad(converter, "sink")
  defer { gst_object_unref(pad) }
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
    { pad, info, _ in
      guard let event = gst_swift_probe_event(info), gst_swift_event_type(event) == GST_EVENT_CAPS
      else { return GST_PAD_PROBE_OK }
      var caps: Caps?
      gst_event_parse_caps(event, &caps)
      guard let caps, let completed = completing(caps) else { return GST_PAD_PROBE_OK }
      defer { gst_caps_unref(completed.caps) }
      if completed.needsLight, let converter = gst_pad_get_parent_element(pad) {
        // Transfer and primaries cost a pass in linear light: only where they change.
        gst_util_set_object_arg(gobject(converter), "gamma-mode", "remap")
        gst_util_set_object_arg(gobject(converter), "primaries-mode", "merge-only")
        gst_object_unref(converter)
      }
      gst_swift_probe_replace_event(info, gst_event_new_caps(completed.caps))
      return GST_PAD_PROBE_OK
    }, nil, nil)
}

private func gobject(_ element: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<GObject> {
  UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self)
}

/// `caps` with a complete colorimetry, and whether bringing them to BT.709 takes more than a matrix.
private func completing(_ caps: Caps) -> (caps: Caps, needsLight: Bool)? {
  var info = GstVideoInfo()
  guard gst_video_info_from_caps(&info, caps) != 0 else { return nil }
  let isYUV = info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0
  let isHighDefinition = info.height >= 720
  var color = info.colorimetry
  let given = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry") != nil
  if !given || color.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN {
    color.matrix =
      !isYUV
      ? GST_VIDEO_COLOR_MATRIX_RGB
      : isHighDefinition ? GST_VIDEO_COLOR_MATRIX_BT709 : GST_VIDEO_COLOR_MATRIX_BT601
  }
  if !given || color.range == GST_VIDEO_COLOR_RANGE_UNKNOWN {
    color.range = isYUV ? GST_VIDEO_COLOR_RANGE_16_235 : GST_VIDEO_COLOR_RANGE_0_255
  }
  if !given || color.transfer == GST_VIDEO_TRANSFER_UNKNOWN {
    color.transfer = isYUV ? GST_VIDEO_TRANSFER_BT709 : GST_VIDEO_TRANSFER_SRGB
  }
  if !given || color.primaries == GST_VIDEO_COLOR_PRIMARIES_UNKNOWN {
    color.primaries =
      color.matrix == GST_VIDEO_COLOR_MATRIX_BT601
      ? GST_VIDEO_COLOR_PRIMARIES_SMPTE170M : GST_VIDEO_COLOR_PRIMARIES_BT709
  }
  let result = gst_caps_copy(caps)!
  let text = gst_video_colorimetry_to_string(&color)
  defer { g_free(text) }
  var value = GValue()
  g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING
  g_value_set_string(&value, text)
  gst_structure_set_value(gst_caps_get_structure(result, 0), "colorimetry", &value)
  g_value_unset(&value)
  let isSameLight =
    color.transfer == GST_VIDEO_TRANSFER_BT709 || color.transfer == GST_VIDEO_TRANSFER_BT601
    || color.transfer == GST_VIDEO_TRANSFER_SRGB
  return (result, !isSameLight || color.primaries != GST_VIDEO_COLOR_PRIMARIES_BT709)
}
