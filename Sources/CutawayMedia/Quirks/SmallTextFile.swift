import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks
import Glibc

extension Quirk {
  /// typefind needs 129 bytes of a SubRip file: it does not recognise one with a single short text.
  package static let smallTextFile = Quirk(
    "typefind does not recognise subtitle files below 129 bytes",
    versions: [.before(1, 26, 0)],
    upstream: "fixed by 81de6b7738 (merge request 6937), without a backport to 1.24",
    test: "the last cue ends on time, and the output continues")
}

/// A location at which GStreamer recognises a subtitle file of any length.
///
/// A short file becomes a data URI, with empty lines appended.
///
/// - Parameter location: A path or a URI.
/// - Returns: The location itself, or the URI if the file is that short and has the extension `srt`
///   or `vtt`.
package func subtitleLocation(_ location: String) -> String {
  let name = location.lowercased()
  guard Quirk.smallTextFile.applies, gst_uri_is_valid(location) == 0,
    name.hasSuffix(".srt") || name.hasSuffix(".vtt"),
    let file = fopen(location, "rbe")
  else { return location }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: 512)
  let count = fread(&bytes, 1, 256, file)
  guard count > 0, count < 256 else { return location }
  // The rest of the buffer still contains empty lines.
  guard let text = g_base64_encode(bytes, gsize(bytes.count)) else { return location }
  defer { g_free(text) }
  return "data:application/octet-stream;base64," + String(cString: text)
}
