import CutawayMedia
import CutawayModel
import CutawaySystem
import Foundation

extension RenderPolicy {
  /// The reason why an asset must not be read; `nil` if it may.
  package func refusal(of asset: Asset) -> String? {
    if asset.generator != nil { return nil }
    // Each file of a series may be a link. One that is incomplete is reported where it is opened.
    if let series = asset.imageSeries {
      // The folder is not read unless it is allowed.
      if let refusal = refusal(of: series.path(0)) { return refusal }
      return (try? series.numbers())?.lazy.compactMap { refusal(of: series.path($0)) }.first
    }
    return refusal(of: asset.location)
  }

  /// The reason why a file or another resource must not be read; `nil` if it may.
  ///
  /// A file that does not exist may be read if it would be in one of the folders. Except for the first
  /// bytes of a file in a folder, nothing is opened.
  ///
  /// From the first call on, this process opens no streams of HLS, DASH and Smooth Streaming.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - isMedia: Whether the file is a medium, which must be no playlist.
  /// - Returns: The reason, in words.
  package func refusal(of location: String, isMedia: Bool = true) -> String? {
    FeatureRanks.leaveOutLists()
    var path = location
    if let scheme = scheme(of: location) {
      if scheme != "file" {
        return schemes.contains(scheme)
          ? nil : "the policy does not allow '\(scheme):' resources"
      }
      guard let local = localPath(location) else {
        return "the policy does not allow this form of a 'file:' URI"
      }
      path = local
    }
    if path.utf8.contains(0) { return "a path contains no U+0000" }
    guard let resolved = resolvedPath(path), isAllowed(resolved) else {
      return "the policy does not allow files outside of its folders"
    }
    // What does not exist is reported where it is opened.
    guard let status = try? FileStatus(of: resolved, followingLink: true) else { return nil }
    if status.kind != .regular { return "the policy allows regular files only" }
    return isMedia && isPlaylist(resolved)
      ? "the policy does not allow playlists, which name other files" : nil
  }

  /// The scheme of a location in lower case; `nil` for a path.
  ///
  /// GStreamer takes everything of this form for a URI.
  private func scheme(of location: String) -> String? {
    guard let match = location.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/) else { return nil }
    return location[match.range].dropLast().lowercased()
  }

  private func isAllowed(_ path: String) -> Bool {
    folders.contains { folder in
      // A folder that does not exist contains nothing.
      guard let root = try? FileSystem.resolvedPath(folder) else { return false }
      return path.hasPrefix(root == "/" ? root : root + "/")
    }
  }

  /// The path after all symbolic links; for a missing file, that of the folder around it and the rest.
  ///
  /// The result is `nil` if the rest leads upwards.
  private func resolvedPath(_ path: String) -> String? {
    var known = path.hasPrefix("/") ? path : "./" + path
    var rest: [Substring] = []
    while true {
      // A missing part is tried without its last component.
      if let real = try? FileSystem.resolvedPath(known) {
        return rest.isEmpty
          ? real
          : ([real == "/" ? "" : real] + rest.reversed().map(String.init)).joined(separator: "/")
      }
      // A link without a target may lead anywhere.
      if (try? FileStatus(of: known).kind) == .link { return nil }
      let parts = known.split(separator: "/", omittingEmptySubsequences: true)
      guard let last = parts.last, parts.count > 1 || known.hasPrefix("/"), last != ".." else {
        return nil
      }
      if last != "." { rest.append(last) }
      known = (known.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }
  }

  /// Whether a file begins as a text that makes GStreamer read other resources.
  private func isPlaylist(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer {
      // A file that was only read has nothing to lose when it is closed.
      try? handle.close()
    }
    // An unreadable file is reported where it is opened.
    guard let start = try? handle.read(upToCount: 1 << 16),
      !Self.mediaMarks.contains(where: { start.starts(with: $0.utf8) })
    else { return false }
    // Also UTF-16, without its zeros. Bytes that are not ASCII, such as a byte order mark, are in no mark.
    let text = start.lazy.filter { $0 != 0 }.map { byte in
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
    let bytes = Array(text.drop { $0 >= 0x80 || $0 == 0x20 || 0x09...0x0D ~= $0 })
    guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      return false
    }
    return bytes.starts(with: "v=0".utf8)
      || bytes.indices.contains { place in
        Self.playlistMarks.contains { bytes[place...].starts(with: $0) }
      }
  }

  /// The texts by which GStreamer recognizes HLS, DASH, Smooth Streaming and other lists of resources.
  private static let playlistMarks = [
    "#extm3u", "<mpd", ":mpd", "<smoothstreamingmedia", "<ges", "[playlist]", "[reference]",
    "<smil", "<asx", "rtsptext", "rtsp://",
  ].map { Array($0.utf8) }
  /// The texts at the start of binary media.
  private static let mediaMarks = ["RIFF", "OggS", "GIF8", "fLaC", "ID3", "FORM", "FLV"]
}
