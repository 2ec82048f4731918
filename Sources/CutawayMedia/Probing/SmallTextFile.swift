import CCutawayGStreamer
import CutawayElementBridge
import Glibc

/// A location at which GStreamer recognises a subtitle file of any length.
///
/// typefind of GStreamer 1.22 needs 129 bytes of such a file, and does not recognise one with a
/// single short text. Such files become a data URI, with empty lines appended.
///
/// - Parameter location: A path or a URI.
/// - Returns: The location itself, or the URI if the file is that short and has the extension `srt`
///   or `vtt`.
package func subtitleLocation(_ location: String) -> String {
  let name = location.lowercased()
  guard gst_uri_is_valid(location) == 0, name.hasSuffix(".srt") || name.hasSuffix(".vtt"),
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
