import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// The GIF decoder of libavcodec 59 outputs all frames as the first one, so that avdec_gif gives
  /// all of them its time stamp.
  ///
  /// libavcodec 61, which Debian 13 has, does not do it.
  ///
  /// GStreamer does not report the version of libavcodec.
  package static let gifTimes = Quirk(
    "avdec_gif gives all frames the first time stamp",
    versions: [.all],
    upstream: "depends on libavcodec: 59 has the fault, 61 does not",
    test: "cuts at any time show the specified frames")
}

extension FrameOrder {
  /// Gives the frames of a GIF decoder their own time stamps.
  static func keepTimes(ofGIF decoder: UnsafeMutablePointer<GstElement>) {
    if Quirk.gifTimes.applies { keep(in: decoder) }
  }
}
