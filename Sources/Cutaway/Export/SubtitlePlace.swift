import CutawayGraph
import CutawayModel

/// Where an export writes its subtitles.
enum SubtitlePlace: Sendable, Hashable {
  /// Tracks that are written into the file after everything else.
  case finishedFile
  /// Streams for the muxer, like video and sound.
  case muxer
  /// Sidecar files.
  case sidecar(SubtitleFile)
  /// The export writes no subtitles.
  case none
}

/// A sidecar file of an output.
struct SubtitleSidecar: Sendable, Hashable {
  var track: Track.ID
  var file: SubtitleFile
  var path: String

  /// The sidecar files of an output: `film.srt`, or `film.de.srt` for a track with a language.
  ///
  /// If two tracks would have the same name, the names contain the track IDs.
  static func all(
    for path: String, as file: SubtitleFile, in resolved: ResolvedComposition
  ) -> [SubtitleSidecar] {
    let tracks = resolved.composition.tracks.filter { $0.mediaType == .subtitle }
    let languages = tracks.map { resolved.language(of: $0) }
    return zip(tracks, languages).map { track, language in
      let isAlone = languages.count { $0 == language } == 1
      let parts = [language, isAlone ? nil : track.id.rawValue.fileNamePart].compactMap(\.self)
      return SubtitleSidecar(
        track: track.id, file: file,
        path: stem(of: path) + parts.map { "." + $0 }.joined() + "." + file.rawValue)
    }
  }
}

/// A path without the file name extension.
private func stem(of path: String) -> String {
  let (_, name) = split(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
  return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
}

extension String {
  /// The text as a part of a file name.
  fileprivate var fileNamePart: String {
    String(map { $0 == "/" || $0 == "\0" || $0.isNewline ? "-" : $0 }.prefix(60))
  }
}
