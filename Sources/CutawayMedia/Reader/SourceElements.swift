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
