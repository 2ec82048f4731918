import CCutawayGStreamer
import CutawayElementBridge

/// Creates the element that reads a path or a URI.
///
/// - Parameters:
///   - location: The path or the URI.
///   - download: Receives the progress of a web resource.
/// - Returns: The element; `nil` if none can read the location.
func makeSource(
  _ location: String, _ download: Download
) -> UnsafeMutablePointer<GstElement>? {
  if gst_uri_is_valid(location) != 0, !location.hasPrefix("file:") {
    let source = gst_element_make_from_uri(GST_URI_SRC, location, nil, nil)
    return location.hasPrefix("http") ? source.map { downloading($0, download) } : source
  }
  guard let source = gst_element_factory_make("filesrc", nil) else { return nil }
  let path = location.hasPrefix("file:") ? g_filename_from_uri(location, nil, nil) : nil
  defer { g_free(path) }
  if let path {
    gst_swift_set_string(source, "location", path)
  } else {
    gst_swift_set_string(source, "location", location)
  }
  return source
}

/// Stores a web resource in a file, in which demuxers may read anywhere.
///
/// Without it, each seek would be a new connection, and files with their index at the end would not
/// be readable from servers that send only whole files.
private func downloading(
  _ source: UnsafeMutablePointer<GstElement>, _ download: Download
) -> UnsafeMutablePointer<GstElement> {
  guard let buffer = gst_element_factory_make("downloadbuffer", nil) else { return source }
  gst_swift_set_string(
    buffer, "temp-template", String(cString: g_get_tmp_dir()) + "/cutaway-XXXXXX")
  download.watch(buffer)
  let bin = gst_bin_new(nil)!
  let container = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstBin.self)
  // A new bin accepts any element, and both ends accept any caps.
  gst_bin_add(container, source)
  gst_bin_add(container, buffer)
  gst_element_link(source, buffer)
  let pad = gst_element_get_static_pad(buffer, "src")
  defer { gst_object_unref(pad) }
  gst_element_add_pad(bin, gst_ghost_pad_new("src", pad))
  return bin
}

/// A colour in place of a file: `color:rrggbbaa@WIDTHxHEIGHT`.
struct SolidColor {
  private let argb: UInt32
  private let width: Int32
  private let height: Int32
  private let isDeep: Bool

  /// Reads a location.
  ///
  /// - Parameters:
  ///   - location: The location; the result is `nil` for those of files.
  ///   - isDeep: Whether the frame has more than 8 bits per sample.
  init?(location: String, isDeep: Bool = false) {
    guard location.hasPrefix("color:") else { return nil }
    let parts = location.dropFirst(6).split { $0 == "@" || $0 == "x" }
    guard parts.count == 3, parts[0].count == 8, let rgba = UInt32(parts[0], radix: 16),
      let width = Int32(parts[1]), let height = Int32(parts[2]), width > 0, height > 0
    else { return nil }
    argb = rgba >> 8 | rgba << 24
    self.width = width
    self.height = height
    self.isDeep = isDeep
  }

  private var isOpaque: Bool { argb >> 24 == 255 }

  /// The caps of its frame.
  var caps: String {
    let format =
      isDeep ? (isOpaque ? "I420_10LE" : "AYUV64") : isOpaque ? "I420" : "AYUV"
    return caps(format: format, colorimetry: "bt709")
  }

  private func caps(format: String, colorimetry: String) -> String {
    """
    video/x-raw, format=(string)\(format), width=(int)\(width), height=(int)\(height), \
    framerate=(fraction)0/1, pixel-aspect-ratio=(fraction)1/1, \
    colorimetry=(string)\(colorimetry)
    """
  }

  /// The elements that produce the frame, in link order; `nil` if one is not installed.
  func makeElements() -> [UnsafeMutablePointer<GstElement>]? {
    guard let source = gst_element_factory_make("videotestsrc", nil),
      let filter = gst_element_factory_make("capsfilter", nil),
      let converter = makePixelConverter(),
      let output = gst_element_factory_make("capsfilter", nil)
    else { return nil }
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(source).assumingMemoryBound(to: GObject.self), "pattern",
      "solid-color")
    gst_swift_set_uint(source, "foreground-color", argb)
    gst_swift_set_int(source, "num-buffers", 1)
    let color = gst_caps_from_string(caps(format: "ARGB", colorimetry: "sRGB"))
    gst_swift_set_caps(filter, "caps", color)
    gst_caps_unref(color)
    let frame = gst_caps_from_string(caps)
    gst_swift_set_caps(output, "caps", frame)
    gst_caps_unref(frame)
    return [source, filter, converter, output]
  }
}
