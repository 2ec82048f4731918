import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// matroskademux states the chroma siting in the caps of encoded video since 1.26.1, and decoders
  /// leave a stated siting as it is.
  ///
  /// But since 1.26.0, `gst_video_info_from_caps` refuses it for formats other than raw Y′CbCr, so
  /// that the caps of the frames have none. Converters then assume, below 576 lines, that of JPEG:
  /// chroma would be shifted by a quarter of its sample distance.
  package static let chromaSite = Quirk(
    "decoded frames of Matroska lose their chroma siting",
    versions: [.since(1, 26, 1)],
    upstream:
      "not reported; caused by 959ccf65ad (merge request 8258, in 1.26.0) and fe2546720d (merge "
      + "request 8732, in 1.26.1)",
    test: "an in-point shows the same frames as a decode from the start of the file")
}

/// Restores the chroma siting of frames whose decoder lost it.
struct ChromaSite {
  /// The siting in GStreamer's notation; `nil` if the encoded stream states none.
  private let name: String?

  /// Reads the caps of an encoded stream.
  init(of encoded: Caps) {
    name = gst_structure_get_string(gst_caps_get_structure(encoded, 0), "chroma-site")
      .map { String(cString: $0) }
  }

  /// Sets the siting in caps of frames that state none.
  ///
  /// - Parameter caps: Caps that nothing else uses yet.
  func complete(_ caps: Caps) {
    var info = GstVideoInfo()
    let fields = gst_caps_get_structure(caps, 0)
    guard Quirk.chromaSite.applies, let name, gst_structure_has_field(fields, "chroma-site") == 0,
      gst_video_info_from_caps(&info, caps) != 0,
      info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0
    else { return }
    setString(name, of: "chroma-site", in: caps)
  }
}
