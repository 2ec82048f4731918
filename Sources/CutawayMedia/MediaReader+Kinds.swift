import CCutawayGStreamer
import CutawayElementBridge

extension MediaReader.Request {
  var isVideo: Bool { output == .video || output == .packets(.video) }

  /// Whether it is sound, decoded or not.
  var isSound: Bool {
    switch output {
    case .audio, .packets(.audio): true
    case .video, .packets(.video), .text: false
    }
  }

  /// Whether the output is encoded packets.
  var isEncoded: Bool {
    if case .packets = output { true } else { false }
  }

  /// Whether a track with these caps counts for the request.
  func accepts(_ caps: Caps) -> Bool {
    switch output {
    case .video, .packets(.video): caps.isVideo
    case .audio, .packets(.audio): caps.kind.hasPrefix("audio/")
    case .text: caps.kind == "text/x-raw"
    }
  }
}

extension Caps {
  /// The name of the first structure; empty if there is none.
  var kind: String {
    guard gst_caps_get_size(self) > 0,
      let name = gst_structure_get_name(gst_caps_get_structure(self, 0))
    else { return "" }
    return String(cString: name)
  }

  var isVideo: Bool { kind.hasPrefix("video/") || kind.hasPrefix("image/") }
}
