import CCutawayGStreamer
import CutawayElementBridge
import CutawaySources
import CutawayTime

extension MediaDescription {
  /// Converts the results of a discoverer.
  init(_ info: OpaquePointer) {
    let length = gst_discoverer_info_get_duration(info)
    var videos: [Video] = [], audios: [Audio] = [], texts: [Text] = []
    var isStill = false, container: String?
    var isEstimated = isMPEGStream(info)
    let list = gst_discoverer_info_get_stream_list(info)
    defer { gst_discoverer_stream_info_list_free(list) }
    if let root = gst_discoverer_info_get_stream_info(info) {
      // It is not among the streams.
      if gst_swift_is_container_info(UnsafeMutableRawPointer(root)) != 0 {
        container = codecName(of: root)
      }
      g_object_unref(UnsafeMutableRawPointer(root))
    }
    let common = taggedOrientation(in: gst_discoverer_info_get_tags(info))
    var entry = list
    while let current = entry {
      defer { entry = current.pointee.next }
      guard let stream = current.pointee.data else { continue }
      let pointer = OpaquePointer(stream)
      if gst_swift_is_video_info(stream) != 0 {
        if isOnlyPartOfPath(pointer) { continue }
        isStill = gst_discoverer_video_info_is_image(pointer) != 0
        videos.append(Video(pointer, isStill: isStill, orientation: common))
      } else if gst_swift_is_audio_info(stream) != 0 {
        isEstimated = isEstimated || isBareAAC(pointer)
        var audio = Audio(
          sampleRate: Int(gst_discoverer_audio_info_get_sample_rate(pointer)),
          channels: Int(gst_discoverer_audio_info_get_channels(pointer)),
          codec: codecName(of: pointer), language: language(of: pointer))
        if let format = rawFormat(of: pointer) {
          audio.bitDepth = Int(format.dropFirst().prefix { $0.isNumber })
          audio.isFloatingPoint = format.hasPrefix("F")
        }
        audios.append(audio)
      } else if gst_swift_is_text_info(stream) != 0 {
        texts.append(Text(codec: codecName(of: pointer), language: language(of: pointer)))
      }
    }
    // The discoverer also lists some containers, such as IVF and WAV, among the streams.
    if videos.contains(where: { $0.size.width > 0 }) { videos.removeAll { $0.size.width == 0 } }
    if audios.contains(where: { $0.channels > 0 }) { audios.removeAll { $0.channels == 0 } }
    self.init(
      // A subtitle file has no duration.
      duration: isStill || length == gst_swift_unknown_time() || videos.isEmpty && audios.isEmpty
        ? nil : MediaTime(nanoseconds: Int64(clamping: length)),
      container: container, videoTracks: videos, audioTracks: audios, textTracks: texts,
      metadata: Self.metadata(in: gst_discoverer_info_get_tags(info)),
      // A parser that has not found the end reports 0. An elementary stream has no stated duration.
      isDurationEstimated: isEstimated || length == 0
        || container == nil && !isStill && !videos.isEmpty)
  }
}

/// Whether a video stream is the same as the next one, before a parser that has found other colours.
///
/// The discoverer takes the first of them for a container.
private func isOnlyPartOfPath(_ info: OpaquePointer) -> Bool {
  guard let next = gst_discoverer_stream_info_get_next(info) else { return false }
  defer { g_object_unref(UnsafeMutableRawPointer(next)) }
  return gst_swift_is_video_info(UnsafeMutableRawPointer(next)) != 0
}

/// The format of uncompressed samples in GStreamer's notation; `nil` for compressed sound.
private func rawFormat(of info: OpaquePointer) -> String? {
  let caps = gst_discoverer_stream_info_get_caps(info)
  defer { caps.map { gst_caps_unref($0) } }
  if let fields = caps.flatMap({ gst_caps_get_structure($0, 0) }),
    gst_structure_has_name(fields, "audio/x-raw") != 0
  {
    return gst_structure_get_string(fields, "format").map { String(cString: $0) }
  }
  // Some containers, such as WAV, are among the streams.
  guard let next = gst_discoverer_stream_info_get_next(info) else { return nil }
  defer { g_object_unref(UnsafeMutableRawPointer(next)) }
  return rawFormat(of: next)
}

/// Whether demuxers derive the duration of a container from the end of the file.
private func isMPEGStream(_ info: OpaquePointer) -> Bool {
  guard let root = gst_discoverer_info_get_stream_info(info) else { return false }
  defer { g_object_unref(UnsafeMutableRawPointer(root)) }
  guard let caps = gst_discoverer_stream_info_get_caps(root) else { return false }
  defer { gst_caps_unref(caps) }
  let name = gst_caps_get_structure(caps, 0).flatMap { gst_structure_get_name($0) }
  return ["video/mpegts", "video/mpeg"].contains(name.map { String(cString: $0) })
}

/// Whether sound is AAC without a container, whose parser estimates the duration from the first
/// packets.
private func isBareAAC(_ info: OpaquePointer) -> Bool {
  guard let caps = gst_discoverer_stream_info_get_caps(info) else { return false }
  defer { gst_caps_unref(caps) }
  let form = gst_caps_get_structure(caps, 0)
    .flatMap { gst_structure_get_string($0, "stream-format") }
  return ["adts", "loas", "adif"].contains(form.map { String(cString: $0) })
}

extension MediaDescription.Video {
  fileprivate init(_ info: OpaquePointer, isStill: Bool, orientation common: Orientation?) {
    let numerator = Int64(gst_discoverer_video_info_get_framerate_num(info))
    let denominator = Int64(gst_discoverer_video_info_get_framerate_denom(info))
    // Square pixels: the stored width times the pixel aspect ratio. avidemux states -1/1 for some.
    let parX = Int(Int32(bitPattern: gst_discoverer_video_info_get_par_num(info)))
    let parY = max(1, Int(gst_discoverer_video_info_get_par_denom(info)))
    let width = Int(gst_discoverer_video_info_get_width(info))
    let height = Int(gst_discoverer_video_info_get_height(info))
    let caps = gst_discoverer_stream_info_get_caps(info)
    defer { caps.map { gst_caps_unref($0) } }
    let fields = caps.flatMap { gst_caps_get_structure($0, 0) }
    let own = taggedOrientation(in: gst_discoverer_stream_info_get_tags(info))
    self.init(
      size: PixelSize(
        width: parX > 0 && parX != parY ? (width * parX + parY / 2) / parY : width, height: height),
      frameDuration: isStill || numerator <= 0
        ? nil : MediaTime(max(1, denominator), over: numerator),
      orientation: own ?? common ?? .identity, codec: codecName(of: info),
      colorimetry: text("colorimetry", fields) ?? text(ContainerColor.setAsideField, fields),
      hasAlpha: isTranslucent(info, fields),
      bitDepth: sampleDepth(Int(gst_discoverer_video_info_get_depth(info))),
      chroma: statedChroma(fields), masteringDisplay: text("mastering-display-info", fields),
      // Zeros stand for unknown.
      contentLight: text("content-light-level", fields).flatMap { $0 == "0:0" ? nil : $0 },
      language: CutawayMedia.language(of: info))
  }
}

/// The bits of a sample, from the bits of all components of a decoded pixel; `nil` if they are
/// unknown.
private func sampleDepth(_ pixelDepth: Int) -> Int? {
  switch pixelDepth {
  case 1...: [30: 10, 36: 12, 40: 10, 48: 12, 64: 16, 16: 16][pixelDepth] ?? 8
  default: nil
  }
}

/// The resolution of chroma that the caps of an encoded stream state; `nil` if they state none.
private func statedChroma(_ fields: UnsafeMutablePointer<GstStructure>?) -> ChromaSubsampling? {
  text("chroma-format", fields).flatMap { ChromaSubsampling(rawValue: $0) }
}

private func text(_ field: String, _ fields: UnsafeMutablePointer<GstStructure>?) -> String? {
  fields.flatMap { gst_structure_get_string($0, field) }.map { String(cString: $0) }
}

/// Whether the frames have alpha: the discoverer reports 32 bits per pixel for it.
private func isTranslucent(
  _ info: OpaquePointer, _ fields: UnsafeMutablePointer<GstStructure>?
) -> Bool {
  if gst_discoverer_video_info_get_depth(info) == 32 { return true }
  guard let fields else { return false }
  var flag: gboolean = 0
  gst_structure_get_boolean(fields, "codec-alpha", &flag)
  return flag != 0
}

/// The language of a stream by its tags; `nil` if it is unknown.
private func language(of info: OpaquePointer) -> String? {
  guard let tags = gst_discoverer_stream_info_get_tags(info) else { return nil }
  var text: UnsafeMutablePointer<CChar>?
  guard gst_tag_list_get_string(tags, "language-code", &text) != 0, let text else { return nil }
  defer { g_free(text) }
  let code = String(cString: text)
  let isTag = code.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil
  return isTag && !["und", "zxx", "mis", "mul"].contains(code) ? code : nil
}

private func codecName(of info: OpaquePointer) -> String {
  guard let caps = gst_discoverer_stream_info_get_caps(info) else { return "" }
  defer { gst_caps_unref(caps) }
  guard let name = gst_pb_utils_get_codec_description(caps) else { return "" }
  defer { g_free(name) }
  return String(cString: name)
}

func taggedOrientation(in tags: UnsafePointer<GstTagList>?) -> Orientation? {
  guard let tags else { return nil }
  var text: UnsafeMutablePointer<CChar>?
  guard gst_tag_list_get_string(tags, "image-orientation", &text) != 0, let text else { return nil }
  defer { g_free(text) }
  return Orientation(rawValue: String(cString: text))
}
