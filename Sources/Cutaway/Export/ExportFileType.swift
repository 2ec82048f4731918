import CutawayGraph

/// The kinds of file that an export makes.
public enum ExportFileType: String, Sendable, Hashable, CaseIterable {
  case mp4, m4v, mov, mkv, webm
  /// An MPEG transport stream.
  case ts
  /// MP4 in fragments: playable from any part on, and while it is written.
  case fmp4
  case m4a, wav, flac, ogg, mp3
  /// A picture a frame: the output's name has a place for the number, as in `frame-%05d.png`.
  case png, jpeg

  /// What the names of such files end in, the usual one first.
  public var pathExtensions: [String] {
    switch self {
    case .fmp4: ["mp4"]
    case .ts: ["ts", "mts", "m2ts"]
    case .ogg: ["ogg", "oga", "opus"]
    case .jpeg: ["jpg", "jpeg"]
    default: [rawValue]
    }
  }

  /// The type that a name's ending stands for; `nil` if for none.
  public init?(pathExtension: String) {
    let ending = pathExtension.lowercased()
    guard
      let type = Self.allCases.first(where: { $0 != .fmp4 && $0.pathExtensions.contains(ending) })
    else { return nil }
    self = type
  }

  /// Whether there is a picture in it.
  public var hasVideo: Bool { !videoCodecs.isEmpty }

  /// Whether there is a file a frame.
  public var isImageSequence: Bool { self == .png || self == .jpeg }

  /// What its pictures may be compressed with, the usual one first.
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

  /// What its sound may be compressed with, the usual one first.
  public var audioCodecs: [AudioCodec] {
    switch self {
    // mp4mux of GStreamer 1.22 writes Opus, but not where it starts.
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

  /// Whether it is of the family of QuickTime, whose edit lists can leave out the start of a stream.
  var isMovie: Bool {
    switch self {
    case .mp4, .m4v, .mov, .fmp4, .m4a: true
    default: false
    }
  }

  /// Whether markers become chapters in it.
  var hasChapters: Bool {
    switch self {
    case .mp4, .m4v, .mov, .fmp4, .m4a, .mkv, .webm, .wav: true
    case .ts, .flac, .ogg, .mp3, .png, .jpeg: false
    }
  }

  /// The keys of metadata that GStreamer's muxer or encoder writes.
  var metadataKeys: Set<String> {
    switch self {
    case .wav: ["title", "artist", "album", "genre", "comment", "copyright", "keywords", "date"]
    case .mp3:
      ["title", "artist", "album", "composer", "genre", "comment", "copyright", "date"]
    case .flac, .ogg: Set(ExportMetadata.textKeys + ["date", "location"])
    default: []
    }
  }

  /// Whether metadata are Vorbis comments in it.
  var hasVorbisComments: Bool { self == .flac || self == .ogg }

  /// What puts the streams into the file; `nil` where each picture is one.
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
    // What tells a file's length.
    case .mp3: .init("xingmux")
    // flacenc makes whole files.
    case .flac, .png, .jpeg: nil
    }
  }

  /// What writes tags before all that the muxer makes, where that does not do it.
  var tagWriter: FileOutput.Stage? { self == .mp3 ? .init("id3v2mux") : nil }
}
