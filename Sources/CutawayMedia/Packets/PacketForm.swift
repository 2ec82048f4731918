import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit

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
    case "video/x-ffv": stages = Self.statingFFV1Version
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
  func makeElements() -> Result<[UnsafeMutablePointer<GstElement>], ElementError> {
    var elements: [UnsafeMutablePointer<GstElement>] = []
    for stage in stages {
      guard let element = gst_element_factory_make(stage.factory, nil) else {
        for element in elements { gst_object_unref(element) }
        return .failure(
          ElementError(
            "the GStreamer element '\(stage.factory)' is missing (gstreamer1.0-plugins-bad)",
            code: .missingElement))
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
