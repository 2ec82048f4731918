import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayTime

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

  /// The duration of a frame at the stated rate; `nil` if none is stated.
  var frameDuration: MediaTime? {
    var numerator: Int32 = 0, denominator: Int32 = 1
    let isKnown = gst_structure_get_fraction(
      gst_caps_get_structure(self, 0), "framerate", &numerator, &denominator)
    return isKnown != 0 && numerator > 0 && denominator > 0
      ? MediaTime(Int64(denominator), over: Int64(numerator)) : nil
  }
}

extension MediaReader.Request {
  /// Whether a track has one frame without an end: an image, or uncompressed video, without a frame rate.
  ///
  /// Films have several frames by their table, also if GStreamer finds no rate.
  func isStill(_ caps: Caps) -> Bool {
    guard caps.frameDuration == nil, caps.kind.hasPrefix("image/") || caps.kind == "video/x-raw"
    else { return false }
    guard let index = MediaIndex.of(location), index.pictures.indices.contains(trackIndex) else {
      return true
    }
    return index.pictures[trackIndex].order.count <= 1
  }
}
