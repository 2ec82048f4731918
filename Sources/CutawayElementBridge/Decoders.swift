import CCutawayGStreamer

/// The best decoder that takes `caps`, by rank, set to use the machine's cores and no more.
func makeDecoder(for caps: Caps) -> UnsafeMutablePointer<GstElement>? {
  // avdec_bmp and avdec_tiff take a whole file in one buffer, which no parser of GStreamer 1.22 makes.
  if ["image/bmp", "image/tiff"].contains(caps.kind),
    let decoder = gst_element_factory_make("gdkpixbufdec", nil)
  {
    return decoder
  }
  let kind = GstElementFactoryListType(bitPattern: 1 << 0)  // GST_ELEMENT_FACTORY_TYPE_DECODER
  let all = gst_element_factory_list_get_elements(kind, GST_RANK_MARGINAL)
  // All of what the stream may be, not some: decoders for alpha take only streams that have it.
  let fitting = gst_element_factory_list_filter(all, caps, GST_PAD_SINK, 1)
  defer {
    gst_plugin_feature_list_free(all)
    gst_plugin_feature_list_free(fitting)
  }
  let ranked = g_list_sort(fitting.flatMap { g_list_copy($0) }) { a, b in
    gst_plugin_feature_rank_compare_func(a, b)
  }
  defer { g_list_free(ranked) }
  var channels: Int32 = 0
  gst_structure_get_int(gst_caps_get_structure(caps, 0), "channels", &channels)
  var entry = ranked
  while let current = entry {
    if let factory = current.pointee.data, !mixesUp(OpaquePointer(factory), channels: channels),
      !isSurpassed(OpaquePointer(factory)),
      let decoder = gst_element_factory_create(OpaquePointer(factory), nil)
    {
      let name = gst_swift_object_name(factory)
      // Its frames are drawn over each other, which in several threads goes wrong.
      if name.map({ String(cString: $0) }) != "avdec_gif" { limitThreads(of: decoder) }
      decodeExactly(with: decoder)
      return decoder
    }
    entry = current.pointee.next
  }
  return nil
}

/// flacdec of GStreamer 1.22 has an order of seven and eight channels of its own, other than FLAC's.
private func mixesUp(_ factory: OpaquePointer, channels: Int32) -> Bool {
  guard channels > 6, let name = gst_swift_object_name(UnsafeMutableRawPointer(factory)) else {
    return false
  }
  return String(cString: name) == "flacdec"
}

/// Whether it is one of libav's decoders of MPEG audio that have a better one of the same rank beside them.
///
/// The one that comes first by its name gives 16 bits and carries the remainder of each rounding from
/// frame to frame: what it makes of a frame depends on where decoding began.
private func isSurpassed(_ factory: OpaquePointer) -> Bool {
  let object = UnsafeMutableRawPointer(factory)
  guard let name = gst_swift_object_name(object).map({ String(cString: $0) }),
    ["avdec_mp1", "avdec_mp2", "avdec_mp3"].contains(name),
    let other = gst_element_factory_find(name + "float")
  else { return false }
  defer { gst_object_unref(UnsafeMutableRawPointer(other)) }
  return gst_plugin_feature_get_rank(other) >= guint(GST_RANK_MARGINAL.rawValue)
}

/// Decoders start a thread a core each by themselves, which multiplies with the open sources.
private func limitThreads(of decoder: UnsafeMutablePointer<GstElement>) {
  let count = Int32(min(4, max(1, g_get_num_processors())))
  for name in ["max-threads", "threads", "n-threads"]
  where gst_swift_has_property(decoder, name) != 0 {
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(decoder).assumingMemoryBound(to: GObject.self), name, "\(count)")
  }
}

/// Makes jpegdec use the accurate inverse transform: its usual one overflows at hard edges, where it leaves
/// blocks of noise.
private func decodeExactly(with decoder: UnsafeMutablePointer<GstElement>) {
  guard gst_swift_has_property(decoder, "idct-method") != 0 else { return }
  gst_util_set_object_arg(
    UnsafeMutableRawPointer(decoder).assumingMemoryBound(to: GObject.self), "idct-method", "islow")
}

/// What to tell a user whose machine lacks a decoder.
func missingDecoder(for caps: Caps) -> String {
  let name = gst_pb_utils_get_codec_description(caps)
  defer { g_free(name) }
  let codec = name.map { String(cString: $0) } ?? "its format"
  return """
    no decoder for \(codec) is installed; most come with the packages gstreamer1.0-libav, \
    gstreamer1.0-plugins-good and gstreamer1.0-plugins-bad
    """
}
