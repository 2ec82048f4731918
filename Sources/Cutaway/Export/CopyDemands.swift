import CutawayModel
import CutawayTranslation

/// The requested output properties that passthrough can only check, or that require encoding.
struct CopyDemands: Sendable {
  private let videoCodec: VideoCodec?
  private let audioCodec: AudioCodec?
  private let sampleRate: Int?
  /// The requested options that require encoding, in words.
  private let encoding: [String]

  init(_ preset: ExportPreset, _ settings: ExportSession.Settings) {
    videoCodec = settings.encoding.videoCodec ?? preset.videoCodec
    audioCodec = settings.encoding.audioCodec ?? preset.audioCodec
    sampleRate = settings.sampleRate
    encoding = settings.encoding.encoderSettings
  }

  /// The requested properties that packets of these formats do not satisfy.
  ///
  /// - Parameters:
  ///   - picture: The format of the video; `nil` without video.
  ///   - sound: The format of the sound; `nil` without sound.
  /// - Returns: The reasons, each with the path of the option in the composition's `export`.
  func faults(picture: EncodedFormat?, sound: EncodedFormat?) -> [Composition.Fault] {
    var reasons = encoding.map { "\($0) needs encoding" }
    if let videoCodec, let picture, !videoCodec.describes(picture) {
      reasons.append("\(videoCodec.rawValue) is requested, but the source has \(picture.mediaType)")
    }
    if let audioCodec, let sound, !audioCodec.describes(sound) {
      reasons.append("\(audioCodec.rawValue) is requested, but the source has \(sound.mediaType)")
    }
    if let sampleRate, let rate = sound?.value("rate"), rate != "\(sampleRate)" {
      reasons.append("a sample rate of \(sampleRate) Hz is requested, but the source has \(rate)")
    }
    return reasons.map {
      Composition.Fault(path: ["export"], error: CompositionError(.invalidValue, $0))
    }
  }
}

extension EncodingOptions {
  /// The options for an encoder besides the codec, in words.
  var encoderSettings: [String] {
    [
      videoEncoder.map { "the encoder \($0)" },
      videoQuality.map { "a video quality of \($0)" },
      videoBitrate.map { "a video bit rate of \($0)" },
      keyFrameInterval.map { "a key frame interval of \($0)" },
      fixedKeyFrames.map { "key frames each \($0.text) s" },
      speed.map { "the encoder speed \($0.rawValue)" },
      audioBitrate.map { "an audio bit rate of \($0)" },
    ].compactMap(\.self)
  }

  /// All options that are set, in words.
  var decisions: [String] {
    [
      videoCodec.map { "the video codec \($0.rawValue)" },
      audioCodec.map { "the audio codec \($0.rawValue)" },
    ].compactMap(\.self) + encoderSettings
  }
}

extension VideoCodec {
  /// The media type of the codec in GStreamer's caps.
  var mediaType: String {
    switch self {
    case .h264: "video/x-h264"
    case .hevc: "video/x-h265"
    case .vp8: "video/x-vp8"
    case .vp9: "video/x-vp9"
    case .av1: "video/x-av1"
    case .proRes422, .proRes4444: "video/x-prores"
    case .ffv1: "video/x-ffv"
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }

  fileprivate func describes(_ format: EncodedFormat) -> Bool {
    guard format.mediaType == mediaType else { return false }
    // The variants of ProRes are two codecs.
    let isFull = format.value("variant")?.hasPrefix("4444") == true
    return switch self {
    case .proRes422: !isFull
    case .proRes4444: isFull
    default: true
    }
  }
}

extension AudioCodec {
  fileprivate func describes(_ format: EncodedFormat) -> Bool {
    let version = format.value("mpegversion")
    return switch self {
    case .aac: format.mediaType == "audio/mpeg" && (version == "4" || version == "2")
    case .mp3:
      format.mediaType == "audio/mpeg" && version == "1" && format.value("layer") != "2"
    case .opus: format.mediaType == "audio/x-opus"
    case .vorbis: format.mediaType == "audio/x-vorbis"
    case .flac: format.mediaType == "audio/x-flac"
    case .pcm: format.mediaType == "audio/x-raw"
    }
  }
}
