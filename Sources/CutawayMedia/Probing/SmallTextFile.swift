import CCutawayGStreamer
import CutawayElementBridge
import Glibc

/// A location under which GStreamer recognises a file of subtitles, however short it is.
///
/// typefind of GStreamer 1.22 asks for 129 bytes of such a file, and takes one of a single short text for
/// nothing. Those are handed over as data in a URI, with empty lines behind them.
///
/// - Parameter location: A path or a URI.
/// - Returns: The location itself, unless it is so short a file whose name ends in `srt` or `vtt`.
package func subtitleLocation(_ location: String) -> String {
  let name = location.lowercased()
  guard gst_uri_is_valid(location) == 0, name.hasSuffix(".srt") || name.hasSuffix(".vtt"),
    let file = fopen(location, "rbe")
  else { return location }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: 512)
  let count = fread(&bytes, 1, 256, file)
  guard count > 0, count < 256 else { return location }
  // What was not read is still empty lines.
  guard let text = g_base64_encode(bytes, gsize(bytes.count)) else { return location }
  defer { g_free(text) }
  return "data:application/octet-stream;base64," + String(cString: text)
}
