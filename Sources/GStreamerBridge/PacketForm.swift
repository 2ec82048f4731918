import CGStreamer

/// The elements that bring an encoded stream into the form in which files of MP4's kin and Matroska
/// store it: lengths in place of start codes, the decoder's setup in the caps.
struct PacketForm {
  /// A factory, and the caps that it is restricted to if it is a filter.
  typealias Stage = (factory: String, caps: String?)

  let stages: [Stage]

  /// - Parameters:
  ///   - caps: What a parser hands on.
  ///   - lacksDecodingTimes: Whether the container says only when frames are shown.
  init(of caps: Caps, lacksDecodingTimes: Bool) {
    let fields = gst_caps_get_structure(caps, 0)
    func text(_ name: String) -> String? {
      gst_structure_get_string(fields, name).map { String(cString: $0) }
    }
    let name = gst_structure_get_name(fields).map { String(cString: $0) } ?? ""
    let isWhole = text("alignment") == "au"
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

  /// The elements, not in a pipeline yet; what is missing where one is not installed.
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
