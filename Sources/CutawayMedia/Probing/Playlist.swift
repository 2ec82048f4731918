import CutawaySystem

/// A text that lists the media files of a stream.
///
/// GStreamer plays it, but an edit needs positions in one file.
enum Playlist: String {
  /// HTTP Live Streaming (RFC 8216).
  case hls = "HLS"
  /// MPEG-DASH (ISO/IEC 23009-1).
  case dash = "DASH"

  /// Recognizes a local file by its first bytes, and a remote one by its name; `nil` if it is neither.
  init?(location: String) {
    guard let path = localPath(location) else {
      let name = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
      if name.hasSuffix(".m3u8") {
        self = .hls
      } else if name.hasSuffix(".mpd") {
        self = .dash
      } else {
        return nil
      }
      return
    }
    // A file that cannot be opened is reported where it is read. Opening a pipe would wait.
    guard let status = try? FileStatus(of: path, followingLink: true), status.kind == .regular,
      let file = try? OpenFile(path, for: .reading), let bytes = try? file.read(1_024, at: 0)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("#EXTM3U") {
      self = .hls
    } else if text.hasPrefix("<"), text.contains("<MPD") {
      self = .dash
    } else {
      return nil
    }
  }
}
