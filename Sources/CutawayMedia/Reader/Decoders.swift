import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawaySources

/// Creates the decoder of the highest rank for `caps`, with a limited number of threads.
///
/// A decoder of hardware that cannot be opened, or has failed for such a stream, is passed over.
///
/// - Parameters:
///   - caps: The format of the stream.
///   - share: The part of the processor's cores that the decoder may use, from 0 to 1.
///   - kind: Whether only software decodes, or hardware if there is any; `nil` goes by rank alone.
/// - Returns: The decoder; `nil` if there is none.
func makeDecoder(
  for caps: Caps, share: Double, kind: SourceSegment.Decoder? = nil
) -> UnsafeMutablePointer<GstElement>? {
  if let decoder = StillDecoder.make(for: caps) { return decoder }
  let type = GstElementFactoryListType(bitPattern: 1 << 0)  // GST_ELEMENT_FACTORY_TYPE_DECODER
  let all = gst_element_factory_list_get_elements(type, GST_RANK_MARGINAL)
  // The decoder must accept everything that the stream may contain: decoders for alpha accept only
  // streams with alpha.
  let fitting = gst_element_factory_list_filter(all, caps, GST_PAD_SINK, 1)
  defer {
    gst_plugin_feature_list_free(all)
    gst_plugin_feature_list_free(fitting)
  }
  let ranked = g_list_sort(fitting.flatMap { g_list_copy($0) }) { a, b in
    gst_plugin_feature_rank_compare_func(a, b)
  }
  defer { g_list_free(ranked) }
  var factories: [OpaquePointer] = [], entry = ranked
  while let current = entry {
    if let factory = current.pointee.data { factories.append(OpaquePointer(factory)) }
    entry = current.pointee.next
  }
  switch kind {
  case .software: factories.removeAll(where: HardwareDecoder.isHardware)
  case .hardware:
    let hardware = factories.filter(HardwareDecoder.isHardware)
    factories = hardware + factories.filter { !HardwareDecoder.isHardware($0) }
  case nil: break
  }
  var channels: Int32 = 0
  gst_structure_get_int(gst_caps_get_structure(caps, 0), "channels", &channels)
  for factory in factories where !mixesUp(factory, channels: channels) && !isSurpassed(factory) {
    let isHardware = HardwareDecoder.isHardware(factory)
    if isHardware, HardwareDecoder.isRefused(factory, for: caps) { continue }
    guard let decoder = gst_element_factory_create(factory, nil) else { continue }
    if isHardware, !HardwareDecoder(decoder, for: caps).opens() { continue }
    let name = gst_swift_object_name(UnsafeMutableRawPointer(factory))
    // GIF frames build on each other, which fails with several threads.
    if name.map({ String(cString: $0) }) != "avdec_gif" { limitThreads(of: decoder, share: share) }
    if name.map({ String(cString: $0) }) == "pngdec" { orderComponents(of: decoder) }
    decodeExactly(with: decoder)
    avoidDirectRendering(of: decoder, for: caps)
    return decoder
  }
  return nil
}

/// Whether a decoder is one of libav's MPEG audio decoders for which a better one of the same rank
/// exists.
///
/// The one that sorts first by name outputs 16 bits and carries rounding errors from frame to
/// frame: its output depends on where decoding started.
private func isSurpassed(_ factory: OpaquePointer) -> Bool {
  let object = UnsafeMutableRawPointer(factory)
  guard let name = gst_swift_object_name(object).map({ String(cString: $0) }),
    ["avdec_mp1", "avdec_mp2", "avdec_mp3"].contains(name),
    let other = gst_element_factory_find(name + "float")
  else { return false }
  defer { gst_object_unref(UnsafeMutableRawPointer(other)) }
  return gst_plugin_feature_get_rank(other) >= guint(GST_RANK_MARGINAL.rawValue)
}

/// The number of threads of a decoder that may use a part of the cores: 1 to 4.
package func decodingThreads(share: Double, ofCores cores: Int) -> Int {
  Int(min(4, max(1, (Double(cores) * share).rounded())))
}

/// By default, a decoder starts one thread per core, for each open source.
func limitThreads(of decoder: UnsafeMutablePointer<GstElement>, share: Double) {
  let count = decodingThreads(share: share, ofCores: Int(g_get_num_processors()))
  for name in ["max-threads", "threads", "n-threads"]
  where gst_swift_has_property(decoder, name) != 0 {
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(decoder).assumingMemoryBound(to: GObject.self), name, "\(count)")
  }
}

/// Selects the accurate inverse transform of jpegdec.
///
/// The default one overflows at hard edges, which leaves blocks of noise.
private func decodeExactly(with decoder: UnsafeMutablePointer<GstElement>) {
  guard gst_swift_has_property(decoder, "idct-method") != 0 else { return }
  gst_util_set_object_arg(
    UnsafeMutableRawPointer(decoder).assumingMemoryBound(to: GObject.self), "idct-method", "islow")
}

extension ElementError {
  /// No decoder is installed.
  static func missingDecoder(for caps: Caps) -> ElementError {
    let name = gst_pb_utils_get_codec_description(caps)
    defer { g_free(name) }
    let codec = name.map { String(cString: $0) } ?? "its format"
    var error = ElementError(
      """
      no decoder for \(codec) is installed; most come with the packages gstreamer1.0-libav, \
      gstreamer1.0-plugins-good and gstreamer1.0-plugins-bad
      """, code: .missingDecoder)
    if let text = gst_caps_to_string(caps) {
      error.missing = [.decoder(String(cString: text))]
      g_free(text)
    }
    return error
  }

  /// An element of GStreamer is not installed; `origin` is where it comes from.
  static func missingElement(_ factory: String, from origin: String? = nil) -> ElementError {
    let hint = origin.map { " (\($0))" } ?? ""
    var error = ElementError(
      "the GStreamer element '\(factory)' is missing\(hint)", code: .missingElement)
    error.missing = [.element(factory)]
    return error
  }
}
