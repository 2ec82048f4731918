import CutawayGraph
import CutawayModel

/// Where the subtitles of an output go.
enum SubtitlePlace: Sendable, Hashable {
  /// Tracks of the file that are written when all else is in it.
  case finishedFile
  /// Streams that the muxer takes beside picture and sound.
  case muxer
  /// Files of their own beside it.
  case sidecar(SubtitleFile)
  /// Nowhere.
  case none
}

extension ExportFileType {
  var subtitlePlace: SubtitlePlace {
    switch self {
    case .mp4, .m4v, .mov: .finishedFile
    case .mkv: .muxer
    // What browsers play goes with what browsers read.
    case .webm, .fmp4: .sidecar(.vtt)
    case .ts, .m4a, .wav, .flac, .ogg, .mp3: .sidecar(.srt)
    case .png, .jpeg: .none
    }
  }
}

/// A file of subtitles that an output needs beside it.
struct SubtitleSidecar: Sendable, Hashable {
  var track: Track.ID
  var file: SubtitleFile
  var path: String

  /// The sidecars of an output: `film.srt`, or `film.de.srt` for a track with a language.
  ///
  /// Where two tracks would have the same name, those have their own in it.
  static func all(
    for path: String, as file: SubtitleFile, in resolved: ResolvedComposition
  ) -> [SubtitleSidecar] {
    let tracks = resolved.composition.tracks.filter { $0.mediaType == .subtitle }
    let languages = tracks.map { resolved.language(of: $0) }
    return zip(tracks, languages).map { track, language in
      let isAlone = languages.count { $0 == language } == 1
      let parts = [language, isAlone ? nil : track.id.fileNamePart].compactMap(\.self)
      return SubtitleSidecar(
        track: track.id, file: file,
        path: stem(of: path) + parts.map { "." + $0 }.joined() + "." + file.rawValue)
    }
  }
}

/// A path without the ending of its name.
private func stem(of path: String) -> String {
  let (_, name) = split(path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
  return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
}

extension String {
  /// As a part of a file's name.
  fileprivate var fileNamePart: String {
    String(map { $0 == "/" || $0 == "\0" || $0.isNewline ? "-" : $0 }.prefix(60))
  }
}
