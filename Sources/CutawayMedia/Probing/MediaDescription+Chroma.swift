import CCutawayGStreamer
import CutawayElementBridge
import CutawaySources

extension MediaDescription {
  /// Determines the chroma resolution of videos with more than 8 bits whose container does not state
  /// it, by decoding a frame of each.
  mutating func completeChroma(from location: String) {
    for index in videoTracks.indices {
      let video = videoTracks[index]
      guard video.frameDuration != nil, video.chroma == nil, (video.bitDepth ?? 8) > 8 else {
        continue
      }
      videoTracks[index].chroma = decodedChroma(location, track: index)
    }
  }
}

/// The chroma resolution of a track's first frame; `nil` if it has alpha, or cannot be decoded.
private func decodedChroma(_ location: String, track: Int) -> ChromaSubsampling? {
  let request = MediaReader.Request(
    location: location, trackIndex: track, output: .video, frames: FrameFormat(bitDepth: 10))
  let reader = MediaReader(request, from: 0)
  defer { reader.close() }
  // A file that cannot be decoded has an unknown chroma resolution; an export reports the reason.
  guard case .sample(let sample)? = try? reader.next(), let caps = sample.caps,
    let format = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format")
  else { return nil }
  return switch String(cString: format) {
  case "I420_10LE": .halved
  case "I422_10LE": .halvedColumns
  case "Y444_10LE": .full
  default: nil
  }
}
