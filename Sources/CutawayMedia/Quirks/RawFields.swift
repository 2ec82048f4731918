import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// A box in the sample description states that frames consist of fields (`fiel`).
  ///
  /// qtdemux announces uncompressed frames as progressive nevertheless, so that they would stay combed.
  ///
  /// So the reader reads the box itself.
  package static let rawFields = Quirk(
    "qtdemux takes uncompressed interlaced frames for progressive ones",
    versions: [.all],
    upstream: "not reported",
    test: "a frame shows the field that was taken first")
}

/// Announces the fields of uncompressed frames in MOV files.
///
/// Source: QuickTime File Format, "Video Sample Description Extensions" (`fiel`); for values 9 and 14 the
/// constants `kQTFieldDetailSpatialFirstLineEarly` and `kQTFieldDetailSpatialFirstLineLate` of QuickTime.
enum RawFields {
  /// Corrects the caps of a pad.
  static func announce(
    on pad: UnsafeMutablePointer<GstPad>, caps: Caps, location: String, trackIndex: Int
  ) {
    guard Quirk.rawFields.applies, caps.kind == "video/x-raw", let path = localPath(location),
      let tracks = MovieHeader(path: path)?.tracks(of: "vide"), tracks.indices.contains(trackIndex),
      let samples = tracks[trackIndex].box("mdia")?.box("minf")?.box("stbl")?.box("stsd"),
      let startsAtTop = samples.firstField
    else { return }
    changeCaps(on: pad) { caps in
      guard let own = gst_caps_copy(caps) else { return nil }
      let fields = gst_caps_get_structure(own, 0)!
      gst_swift_set_field(fields, "interlace-mode", "interleaved")
      gst_swift_set_field(
        fields, "field-order", startsAtTop ? "top-field-first" : "bottom-field-first")
      return own
    }
  }
}

extension BoxView {
  /// Whether the fields of the first sample description start at the top; `nil` if its frames have no
  /// fields, or if their order is not stated.
  fileprivate var firstField: Bool? {
    let entry = 8, head = 86
    guard word(entry) >= head, let fields = part(entry + head..<entry + word(entry)).box("fiel"),
      fields.word(0) >> 24 == 2
    else { return nil }
    switch fields.word(0) >> 16 & 0xFF {
    // 1 and 6 are separate fields, which ffmpeg before 7 also states for interleaved ones; 9 and 14 are
    // interleaved.
    case 1, 9: return true
    case 6, 14: return false
    default: return nil
    }
  }
}
