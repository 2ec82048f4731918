import CutawayGraph

/// The type of an output file.
public enum ExportFileType: String, Sendable, Hashable, CaseIterable {
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
  public var pathExtensions: [String] {
    switch self {
    case .fmp4: ["mp4"]
    case .ts: ["ts", "mts", "m2ts"]
    case .ogg: ["ogg", "oga", "opus"]
    case .jpeg: ["jpg", "jpeg"]
    default: [rawValue]
    }
  }

  /// The type of a file name extension, in any case; `nil` if it is unknown.
  public init?(pathExtension: String) {
    let ending = pathExtension.lowercased()
    guard
      let type = Self.allCases.first(where: { $0 != .fmp4 && $0.pathExtensions.contains(ending) })
    else { return nil }
    self = type
  }

  /// Whether files of the type contain video.
  public var hasVideo: Bool { !videoCodecs.isEmpty }

  /// Whether the type is an image sequence, with one file per frame.
  public var isImageSequence: Bool { self == .png || self == .jpeg }

  /// The video codecs that the type supports, the default one first; empty without video.
  public var videoCodecs: [VideoCodec] {
    switch self {
    case .mp4: [.h264, .hevc, .av1]
    case .m4v, .ts, .fmp4: [.h264, .hevc]
    case .mov: [.h264, .hevc, .proRes422]
    case .mkv: [.h264, .hevc, .vp8, .vp9, .av1, .proRes422, .ffv1]
    case .webm: [.vp9, .vp8, .av1]
    case .png: [.png]
    case .jpeg: [.jpeg]
    case .m4a, .wav, .flac, .ogg, .mp3: []
    }
  }

  /// The audio codecs that the type supports, the default one first; empty without sound.
  public var audioCodecs: [AudioCodec] {
    switch self {
    // mp4mux of GStreamer 1.22 writes Opus, but not its start time.
    case .mp4, .m4v, .fmp4, .ts, .m4a: [.aac]
    case .mov: [.aac, .pcm]
    case .mkv: [.aac, .opus, .vorbis, .flac, .pcm]
    case .webm: [.opus, .vorbis]
    case .wav: [.pcm]
    case .flac: [.flac]
    case .ogg: [.opus, .vorbis, .flac]
    case .mp3: [.mp3]
    case .png, .jpeg: []
    }
  }

  /// Whether the type is based on QuickTime, whose edit lists can skip the start of a stream.
  var isMovie: Bool {
    switch self {
    case .mp4, .m4v, .mov, .fmp4, .m4a: true
    default: false
    }
  }

  /// Whether markers are written as chapters.
  var hasChapters: Bool {
    switch self {
    case .mp4, .m4v, .mov, .fmp4, .m4a, .mkv, .webm, .wav: true
    case .ts, .flac, .ogg, .mp3, .png, .jpeg: false
    }
  }

  /// The metadata keys that GStreamer's muxer or encoder writes.
  var metadataKeys: Set<String> {
    switch self {
    case .wav: ["title", "artist", "album", "genre", "comment", "copyright", "keywords", "date"]
    case .mp3:
      ["title", "artist", "album", "composer", "genre", "comment", "copyright", "date"]
    case .flac, .ogg: Set(ExportMetadata.textKeys + ["date", "location"])
    default: []
    }
  }

  /// Whether the type stores metadata as Vorbis comments.
  var hasVorbisComments: Bool { self == .flac || self == .ogg }

  /// The element that combines the streams; `nil` if the encoder's output is the file.
  var muxer: FileOutput.Stage? {
    switch self {
    case .mp4, .m4v, .m4a: .init("mp4mux")
    case .mov: .init("qtmux")
    case .fmp4: .init("mp4mux", [.init("streamable", true)])
    case .mkv: .init("matroskamux")
    case .webm: .init("webmmux")
    case .ts: .init("mpegtsmux")
    case .wav: .init("wavenc")
    case .ogg: .init("oggmux")
    // xingmux writes the length of the file.
    case .mp3: .init("xingmux")
    // flacenc writes complete files.
    case .flac, .png, .jpeg: nil
    }
  }

  /// The element that writes tags at the start of the file, if the muxer does not.
  var tagWriter: FileOutput.Stage? { self == .mp3 ? .init("id3v2mux") : nil }
}
