import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayElementKit
package import CutawayQuirks

extension Quirk {
  /// A box in the sample description of PCM states little-endian order (`enda`).
  ///
  /// qtdemux reads it only for 24 bits, and treats 32 and 64 bits as big-endian, which gives noise.
  ///
  /// So the reader reads the box itself.
  package static let movieByteOrder = Quirk(
    "qtdemux takes little-endian PCM of 32 and 64 bits for big-endian",
    versions: [.before(1, 26, 2)],
    upstream: "fixed by 0657def3ed in 1.26.2 and 1.28.0",
    test: "every sample is at its specified time")
}

/// Corrects the byte order of PCM in MOV files.
///
/// Source: QuickTime File Format, "Sound Sample Description Extensions" (`enda`).
enum MovieByteOrder {
  /// The formats that qtdemux announces without reading the box, and their codes in the file.
  private static let kinds = ["S32BE": "in32", "F32BE": "fl32", "F64BE": "fl64"]

  /// Corrects the caps of a pad.
  ///
  /// - Returns: The reason for a failure, or `nil`.
  static func correct(
    on pad: UnsafeMutablePointer<GstPad>, caps: Caps, location: String, trackIndex: Int
  ) -> ElementError? {
    guard Quirk.movieByteOrder.applies, let fields = gst_caps_get_structure(caps, 0),
      gst_structure_has_name(fields, "audio/x-raw") != 0,
      let format = gst_structure_get_string(fields, "format").map({ String(cString: $0) }),
      let kind = kinds[format]
    else { return nil }
    guard let path = localPath(location) else {
      return ElementError(
        "the byte order of its sound (\(kind)) is only known for local files",
        code: .unsupportedFormat)
    }
    guard let tracks = MovieHeader(path: path)?.tracks(of: "soun"),
      tracks.indices.contains(trackIndex),
      let samples = tracks[trackIndex].box("mdia")?.box("minf")?.box("stbl")?.box("stsd"),
      samples.kind(12) == FourCC(kind), samples.isLowByteFirst
    else { return nil }
    changeCaps(on: pad, lowByteFirst)
    return nil
  }
}

/// A copy of caps in little-endian order, owned by the caller; `nil` if there is none.
private func lowByteFirst(_ caps: Caps) -> Caps? {
  guard let format = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format")
  else { return nil }
  let text = String(cString: format)
  guard text.hasSuffix("BE"), let own = gst_caps_copy(caps) else { return nil }
  gst_swift_set_field(gst_caps_get_structure(own, 0), "format", text.dropLast(2) + "LE")
  return own
}

extension BoxView {
  /// Whether the box `enda`, inside `wave`, of the first sample description of version 1 states
  /// little-endian order.
  fileprivate var isLowByteFirst: Bool {
    let entry = 8, head = 52
    guard word(entry + 16) >> 16 == 1, word(entry) >= head,
      let order = part(entry + head..<entry + word(entry)).box("wave")?.box("enda")
    else { return false }
    return order.word(0) >> 16 == 1
  }
}
