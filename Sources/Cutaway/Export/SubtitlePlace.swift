import CutawayModel
import CutawayTranslation

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
    all(
      for: path, as: file,
      of: resolved.composition.tracks.filter { $0.mediaType == .subtitle }
        .map { ($0.id, resolved.language(of: $0)) })
  }

  /// The sidecar files of an output with these subtitle tracks.
  static func all(
    for path: String, as file: SubtitleFile, of tracks: [(id: Track.ID, language: String?)]
  ) -> [SubtitleSidecar] {
    tracks.map { id, language in
      let isAlone = tracks.count { $0.language == language } == 1
      let parts = [language, isAlone ? nil : id.rawValue.fileNamePart].compactMap(\.self)
      return SubtitleSidecar(
        track: id, file: file,
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
