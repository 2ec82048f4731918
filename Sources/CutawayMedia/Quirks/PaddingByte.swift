import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// videoconvert treats the padding byte of formats such as BGRx as alpha when the output has
  /// alpha: zeros become a transparent picture.
  package static let paddingByte = Quirk(
    "videoconvert takes a padding byte for alpha",
    versions: [.all],
    upstream: "not reported",
    test: nil)
}

extension SourceColor {
  /// Whether each pixel has a padding byte that must not become alpha.
  var hasPadding: Bool {
    let padded = [
      GST_VIDEO_FORMAT_BGRx, GST_VIDEO_FORMAT_RGBx, GST_VIDEO_FORMAT_xRGB, GST_VIDEO_FORMAT_xBGR,
    ]
    return Quirk.paddingByte.applies && padded.contains(info.finfo.pointee.format)
  }
}
