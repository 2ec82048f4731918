import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// Parsers add a decoder configuration to the first packet of a stream that has one in its caps,
  /// so that a copy differs from its source.
  ///
  /// They also cost time.
  package static let storedPackets = Quirk(
    "parsers change packets that already have the stored form",
    versions: [.all],
    test: "a whole file is copied bit for bit")
}

/// Prevents parsebin from adding parsers to streams that already have the stored form.
enum StoredPackets {
  /// Configures a parsebin that does not run yet.
  static func leaveAsTheyAre(by parsebin: UnsafeMutablePointer<GstElement>) {
    guard Quirk.storedPackets.applies else { return }
    _ = gst_swift_connect(
      parsebin, "autoplug-continue",
      unsafeBitCast(
        shouldParse
          as @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, Caps,
            UnsafeMutableRawPointer?
          ) -> gboolean,
        to: GCallback.self), nil)
  }

  /// Whether a stream has the form in which MP4-based files and Matroska store it.
  fileprivate static func contains(_ caps: Caps) -> Bool {
    guard gst_caps_is_fixed(caps) != 0, let fields = gst_caps_get_structure(caps, 0),
      gst_structure_has_field(fields, "codec_data") != 0,
      let name = gst_structure_get_name(fields),
      let form = gst_structure_get_string(fields, "stream-format")
    else { return false }
    let stored = [
      "video/x-h264": ["avc", "avc3"], "video/x-h265": ["hvc1", "hev1"],
      "video/x-av1": ["obu-stream"], "audio/mpeg": ["raw"],
    ]
    return stored[String(cString: name)]?.contains(String(cString: form)) == true
  }
}

private func shouldParse(
  _: UnsafeMutablePointer<GstElement>, _: UnsafeMutablePointer<GstPad>, caps: Caps,
  _: UnsafeMutableRawPointer?
) -> gboolean {
  StoredPackets.contains(caps) ? 0 : 1
}
