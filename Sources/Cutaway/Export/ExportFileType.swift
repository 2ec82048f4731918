import CutawayTranslation

/// The type of an output file.
public enum ExportFileType: String, Sendable, Hashable, CaseIterable, Codable {
  /// MP4, MP4 for Apple devices, QuickTime, Matroska and WebM.
  case mp4, m4v, mov, mkv, webm
  /// An MPEG transport stream.
  case ts
  /// Fragmented MP4, which plays from any fragment on, and while it is written.
  case fmp4
  /// Sound only: MPEG-4 audio, WAV, FLAC, Ogg and MP3.
  case m4a, wav, flac, ogg, mp3
  /// An image sequence; the output's name contains a placeholder for the number, as in
  /// `frame-%05d.png`.
  case png, jpeg

  /// The file name extensions of the type, the usual one first.
  public var pathExtensions: [String] { container.pathExtensions }

  /// The type of a file name extension, in any case; `nil` if it is unknown.
  public init?(pathExtension: String) {
    let ending = pathExtension.lowercased()
    let type = Self.allCases.first { type in
      !type.container.isFragmented && type.pathExtensions.contains(ending)
    }
    guard let type else { return nil }
    self = type
  }

  /// Whether files of the type contain video.
  public var hasVideo: Bool { !videoCodecs.isEmpty }

  /// Whether the type is an image sequence, with one file per frame.
  public var isImageSequence: Bool { container.isImageSequence }

  /// The video codecs that the type supports, the default one first; empty without video.
  public var videoCodecs: [VideoCodec] { container.videoCodecs }

  /// The audio codecs that the type supports, the default one first; empty without sound.
  public var audioCodecs: [AudioCodec] { container.audioCodecs }

  /// Whether the type is based on QuickTime, whose edit lists can skip the start of a stream.
  var isMovie: Bool { container.finishing == .movie }
}
