import CCutawayGStreamer
import CutawayElementBridge

/// Prevents parsebin from adding parsers to streams that already have the stored form.
///
/// Parsers cost time, and those of GStreamer 1.22 add a decoder configuration to the first packet.
enum StoredPackets {
  /// Configures a parsebin that does not run yet.
  static func leaveAsTheyAre(by parsebin: UnsafeMutablePointer<GstElement>) {
    _ = gst_swift_connect(
      parsebin, "autoplug-continue",
      unsafeBitCast(
        shouldParse
          as @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, Caps,
            UnsafeMutableRawPointer?
          ) -> gboolean,
        to: GCallback.self), nil)
  }

  /// Whether a stream has the form in which MP4-based files and Matroska store it.
  fileprivate static func contains(_ caps: Caps) -> Bool {
    guard gst_caps_is_fixed(caps) != 0, let fields = gst_caps_get_structure(caps, 0),
      gst_structure_has_field(fields, "codec_data") != 0,
      let name = gst_structure_get_name(fields),
      let form = gst_structure_get_string(fields, "stream-format")
    else { return false }
    let stored = [
      "video/x-h264": ["avc", "avc3"], "video/x-h265": ["hvc1", "hev1"],
      "video/x-av1": ["obu-stream"], "audio/mpeg": ["raw"],
    ]
    return stored[String(cString: name)]?.contains(String(cString: form)) == true
  }
}

private func shouldParse(
  _: UnsafeMutablePointer<GstElement>, _: UnsafeMutablePointer<GstPad>, caps: Caps,
  _: UnsafeMutableRawPointer?
) -> gboolean {
  StoredPackets.contains(caps) ? 0 : 1
}

/// The elements that convert an encoded stream to the form in which MP4-based files and Matroska
/// store it.
///
/// This form has lengths instead of start codes, and the decoder configuration in the caps.
struct PacketForm {
  /// A factory, and the caps of a caps filter.
  typealias Stage = (factory: String, caps: String?)

  let stages: [Stage]

  /// Chooses the elements.
  ///
  /// - Parameters:
  ///   - caps: The caps from a parser.
  ///   - lacksDecodingTimes: Whether the container states only presentation times.
  init(of caps: Caps, lacksDecodingTimes: Bool) {
    let fields = gst_caps_get_structure(caps, 0)
    func text(_ name: String) -> String? {
      gst_structure_get_string(fields, name).map { String(cString: $0) }
    }
    let name = gst_structure_get_name(fields).map { String(cString: $0) } ?? ""
    let isWhole = text("alignment") != "nal"
    var stages: [Stage] = []
    switch name {
    case "video/x-h264":
      if !isWhole || text("stream-format")?.hasPrefix("avc") != true {
        stages = [("h264parse", nil), ("capsfilter", "\(name), stream-format=avc, alignment=au")]
      }
      if lacksDecodingTimes { stages.append(("h264timestamper", nil)) }
    case "video/x-h265":
      if !isWhole || !["hvc1", "hev1"].contains(text("stream-format")) {
        stages = [("h265parse", nil), ("capsfilter", "\(name), stream-format=hvc1, alignment=au")]
      }
      if lacksDecodingTimes { stages.append(("h265timestamper", nil)) }
    case "audio/mpeg" where ["adts", "loas", "adif"].contains(text("stream-format")):
      stages = [("aacparse", nil), ("capsfilter", "\(name), stream-format=raw")]
    default: break
    }
    self.stages = stages
  }

  /// The offset added to time stamps in nanoseconds, which makes room for decode times before 0.
  var shift: Int64 {
    stages.contains { $0.factory.hasSuffix("timestamper") } ? 1_000 * 3_600_000_000_000 : 0
  }

  /// Creates the elements, outside a pipeline; fails with the missing element if one is not
  /// installed.
  func makeElements() -> Result<[UnsafeMutablePointer<GstElement>], ReaderFailure> {
    var elements: [UnsafeMutablePointer<GstElement>] = []
    for stage in stages {
      guard let element = gst_element_factory_make(stage.factory, nil) else {
        for element in elements { gst_object_unref(element) }
        return .failure(
          ReaderFailure(
            "the GStreamer element '\(stage.factory)' is missing (gstreamer1.0-plugins-bad)"))
      }
      if let text = stage.caps {
        let caps = gst_caps_from_string(text)
        gst_swift_set_caps(element, "caps", caps)
        gst_caps_unref(caps)
      }
      elements.append(element)
    }
    return .success(elements)
  }
}
