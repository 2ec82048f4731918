import CutawayRuntime
import CutawayTranslation

extension ExportFileType {
  /// The properties of the type.
  package var container: Container {
    switch self {
    case .mp4: Self.mp4Container
    case .m4v:
      Self.mp4Container.with {
        $0.name = "M4V"
        $0.pathExtensions = ["m4v"]
        $0.videoCodecs = [.h264, .hevc]
      }
    case .m4a:
      Self.mp4Container.with {
        $0.name = "M4A"
        $0.pathExtensions = ["m4a"]
        $0.videoCodecs = []
        $0.subtitles = .sidecar(.srt)
      }
    case .fmp4:
      Self.mp4Container.with {
        $0.name = "fragmented MP4"
        $0.videoCodecs = [.h264, .hevc]
        $0.muxer = .init("mp4mux", [.init("streamable", true)])
        // Browsers play these files, and read WebVTT.
        $0.subtitles = .sidecar(.vtt)
        $0.isFragmented = true
        $0.pipeProperties = []
        $0.copying = nil
      }
    case .mov:
      Self.mp4Container.with {
        $0.name = "MOV"
        $0.pathExtensions = ["mov"]
        $0.videoCodecs = [.h264, .hevc, .proRes422, .proRes4444]
        $0.audioCodecs = [.aac, .pcm]
        $0.muxer = .init("qtmux")
        $0.copying?.video.formUnion(["video/x-prores", "image/jpeg", "image/png"])
        $0.copying?.audio.formUnion(["audio/x-raw", "audio/x-alaw", "audio/x-mulaw"])
      }
    case .webm: Self.webMContainer
    case .mkv:
      Self.webMContainer.with {
        $0.name = "MKV"
        $0.pathExtensions = ["mkv"]
        $0.videoCodecs = [.h264, .hevc, .vp8, .vp9, .av1, .proRes422, .proRes4444, .ffv1]
        $0.audioCodecs = [.aac, .opus, .vorbis, .flac, .pcm]
        $0.muxer = .init("matroskamux")
        $0.subtitles = .muxer
        $0.copying?.video.formUnion([
          "video/x-h264", "video/x-h265", "video/mpeg1", "video/mpeg2", "video/mpeg4",
          "video/x-ffv", "video/x-prores", "video/x-theora", "image/jpeg",
        ])
        $0.copying?.audio.formUnion([
          "audio/mpeg1", "audio/mpeg2", "audio/mpeg4", "audio/x-ac3", "audio/x-eac3", "audio/x-dts",
          "audio/x-flac", "audio/x-raw",
        ])
      }
    case .ts:
      Container(
        name: "MPEG transport stream", pathExtensions: ["ts", "mts", "m2ts"],
        videoCodecs: [.h264, .hevc], audioCodecs: [.aac], muxer: .init("mpegtsmux"),
        package: "gstreamer1.0-plugins-bad", pipeProperties: [], framing: .transportStream,
        copying: CopiedFormats(
          video: ["video/x-h264", "video/x-h265", "video/mpeg1", "video/mpeg2", "video/mpeg4"],
          audio: ["audio/mpeg1", "audio/mpeg2", "audio/mpeg4", "audio/x-ac3", "audio/x-dts"],
          // A transport stream has start codes, and the decoder configuration before every key
          // frame.
          parsers: [
            "video/x-h264": .init("h264parse", [.init("config-interval", -1)]),
            "video/x-h265": .init("h265parse", [.init("config-interval", -1)]),
          ]))
    case .wav:
      Container(
        name: "WAV", pathExtensions: ["wav"], audioCodecs: [.pcm], muxer: .init("wavenc"),
        package: "gstreamer1.0-plugins-good", hasChapters: true,
        metadataKeys: [
          "title", "artist", "album", "genre", "comment", "copyright", "keywords", "date",
        ], finishing: .wave)
    case .flac:
      // flacenc writes complete files.
      Container(
        name: "FLAC", pathExtensions: ["flac"], audioCodecs: [.flac],
        metadataKeys: Self.vorbisKeys, hasVorbisComments: true, pipeProperties: [],
        finishing: .flac)
    case .ogg:
      Container(
        name: "Ogg", pathExtensions: ["ogg", "oga", "opus"], audioCodecs: [.opus, .vorbis, .flac],
        muxer: .init("oggmux"), package: "gstreamer1.0-plugins-base",
        metadataKeys: Self.vorbisKeys, hasVorbisComments: true, pipeProperties: [],
        finishing: .ogg,
        copying: CopiedFormats(
          video: ["video/x-theora", "video/x-vp8"],
          audio: ["audio/x-vorbis", "audio/x-opus", "audio/x-flac"]))
    case .mp3:
      // xingmux writes the length of the file.
      Container(
        name: "MP3", pathExtensions: ["mp3"], audioCodecs: [.mp3], muxer: .init("xingmux"),
        tagWriter: .init("id3v2mux"), package: "gstreamer1.0-plugins-good",
        metadataKeys: [
          "title", "artist", "album", "composer", "genre", "comment", "copyright", "date",
        ], finishing: .mp3)
    case .png:
      Container(
        name: "PNG", pathExtensions: ["png"], videoCodecs: [.png], isImageSequence: true,
        subtitles: .none)
    case .jpeg:
      Container(
        name: "JPEG", pathExtensions: ["jpg", "jpeg"], videoCodecs: [.jpeg], isImageSequence: true,
        subtitles: .none)
    }
  }

  private static var vorbisKeys: Set<String> {
    Set(ExportMetadata.textKeys + ["date", "location"])
  }

  private static var mp4Container: Container {
    Container(
      name: "MP4", pathExtensions: ["mp4"], videoCodecs: [.h264, .hevc, .av1],
      // Without Opus: see Quirk.movieOpus.
      audioCodecs: [.aac], muxer: .init("mp4mux"), package: "gstreamer1.0-plugins-good",
      hasChapters: true, subtitles: .finishedFile, finishing: .movie,
      copying: CopiedFormats(
        // Without VP9: see Quirk.movieVP9.
        video: ["video/x-h264", "video/x-h265", "video/x-av1", "video/mpeg4"],
        audio: ["audio/mpeg1", "audio/mpeg4", "audio/x-ac3", "audio/x-alac", "audio/x-opus"],
        hidesPriming: true, holdsOrientation: true))
  }

  private static var webMContainer: Container {
    Container(
      name: "WebM", pathExtensions: ["webm"], videoCodecs: [.vp9, .vp8, .av1],
      audioCodecs: [.opus, .vorbis], muxer: .init("webmmux"), package: "gstreamer1.0-plugins-good",
      hasChapters: true,
      // Browsers play these files, and read WebVTT.
      subtitles: .sidecar(.vtt),
      // Without it, a stream is English.
      unknownLanguage: "und", pipeProperties: [.init("streamable", true)], finishing: .matroska,
      copying: CopiedFormats(
        video: ["video/x-vp8", "video/x-vp9", "video/x-av1"],
        audio: ["audio/x-vorbis", "audio/x-opus"]))
  }
}

extension Container {
  /// The container with changes.
  fileprivate func with(_ change: (inout Container) -> Void) -> Container {
    var container = self
    change(&container)
    return container
  }
}
