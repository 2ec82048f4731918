extension TestMedia.Video {
  /// The elements that convert I420 to a format that a muxer accepts.
  ///
  /// What could make the result depend on the machine (rate control, number of threads) is fixed.
  var encoder: [String] {
    let interval = max(keyFrameInterval, 1)
    let x264 = ["x264enc", "speed-preset=superfast", "threads=1", "pass=qual", "quantizer=20"]
    // Real-time modes of VP8 depend on the clock, so that each file differs.
    let libvpx = [
      "end-usage=cq", "cq-level=16", "max-quantizer=40", "target-bitrate=8000000",
      "keyframe-max-dist=\(interval)",
    ]
    return switch codec {
    case .h264:
      x264 + ["key-int-max=\(interval)", "bframes=3", "b-adapt=false", "b-pyramid=true"]
        + ["option-string=keyint-min=\(interval):scenecut=0:ref=3", "!", "h264parse"]
    case .h264Intra: x264 + ["key-int-max=1", "bframes=0", "!", "h264parse"]
    case .hevc:
      ["x265enc", "speed-preset=superfast", "qp=24", "key-int-max=\(interval)"]
        + [
          "option-string=bframes=3:b-adapt=0:min-keyint=\(interval):scenecut=0:open-gop=0"
            + ":frame-threads=1:pools=2", "!", "h265parse",
        ]
    case .vp8: ["vp8enc", "deadline=1000000", "cpu-used=5", "threads=1"] + libvpx
    case .vp9: ["vp9enc", "deadline=1", "cpu-used=8", "threads=2"] + libvpx
    case .mpeg2:
      ["mpeg2enc", "format=3", "quantisation=4", "bitrate=6000", "bufsize=800"]
        + ["max-gop-size=\(interval)", "min-gop-size=\(interval)", "!", "mpegvideoparse"]
    case .mpeg4: ["avenc_mpeg4", "gop-size=\(interval)", "bitrate=6000000"]
    case .mjpeg: ["jpegenc", "quality=92"]
    case .prores: ["videoconvert", "!", "avenc_prores_ks"]
    case .ffv1: ["avenc_ffv1", "threads=1"]
    case .raw: ["identity"]
    }
  }
}

extension TestMedia.Audio {
  /// The elements that convert 16-bit samples to a format that a muxer accepts.
  var encoder: [String] {
    let convert = ["audioconvert", "dithering=none", "!"]
    return switch codec {
    case .aac:
      convert
        + [
          "avenc_aac", "aac-is=false", "aac-ms=0", "aac-pns=false",
          "bitrate=\(128000 * channelCount)", "!",
        ]
        + ["aacparse"]
    case .alac: convert + ["avenc_alac"]
    case .flac: ["flacenc", "!", "flacparse"]
    case .mp3:
      convert + ["lamemp3enc", "target=bitrate", "cbr=true", "bitrate=192", "!"]
        + ["mpegaudioparse"]
    case .opus: convert + ["opusenc", "bitrate=\(96000 * channelCount)", "!", "opusparse"]
    case .vorbis: convert + ["vorbisenc", "quality=0.6", "!", "vorbisparse"]
    case .pcm: ["identity"]
    }
  }
}

extension TestMedia.Container {
  /// The muxer; `nil` if the stream is a file by itself.
  var muxer: String? {
    switch self {
    case .mp4, .m4a: "mp4mux"
    case .mov: "qtmux"
    case .mkv: "matroskamux"
    case .webm: "webmmux"
    case .ts: "mpegtsmux"
    case .avi: "avimux"
    case .wav: "wavenc"
    case .ogg: "oggmux"
    case .mp3: "xingmux"
    case .flac: nil
    }
  }

  /// Whether the container can state an orientation.
  var holdsOrientation: Bool { self == .mp4 || self == .mov }
}
