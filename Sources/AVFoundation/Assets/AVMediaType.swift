/// The kind of media of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Four characters.
  public let rawValue: String
  /// Creates a kind from its four characters.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a kind from its four characters.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Video.
  public static let video = AVMediaType("vide")
  /// Sound.
  public static let audio = AVMediaType("soun")
  /// Text.
  public static let text = AVMediaType("text")
  /// Closed captions.
  public static let closedCaption = AVMediaType("clcp")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Time codes.
  public static let timecode = AVMediaType("tmcd")
  /// Metadata.
  public static let metadata = AVMediaType("meta")
  /// Several kinds in one stream.
  public static let muxed = AVMediaType("muxx")
  /// Depth data.
  public static let depthData = AVMediaType("dpth")
}

/// A property of media, by which tracks are found.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a characteristic from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Video.
  public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
  /// Sound.
  public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
  /// Text.
  public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
  /// Made of frames.
  public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
}

/// The type of a file, as a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The identifier.
  public let rawValue: String
  /// Creates a type from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a type from its identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// QuickTime.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MP4.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// MP4 for Apple devices.
  public static let m4v = AVFileType("com.apple.m4v-video")
  /// MPEG-4 audio.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// 3GPP; no preset writes it.
  public static let mobile3GPP = AVFileType("public.3gpp")
  /// Core Audio; no preset writes it.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// WAV.
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  /// AIFF; no preset writes it.
  public static let aiff = AVFileType("public.aiff-audio")
  /// AIFF-C; no preset writes it.
  public static let aifc = AVFileType("public.aifc-audio")
  /// AMR; no preset writes it.
  public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
  /// MP3.
  public static let mp3 = AVFileType("public.mp3")
  /// AC-3; no preset writes it.
  public static let ac3 = AVFileType("public.ac3-audio")
  /// JPEG.
  public static let jpg = AVFileType("public.jpeg")
  /// HEIC; no preset writes it.
  public static let heic = AVFileType("public.heic")
}

/// How a change of speed affects the pitch of sound.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates an algorithm from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Keeps the pitch.
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(
    rawValue: "LowQualityZeroLatency")
  /// Keeps the pitch.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// Keeps the pitch.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// The pitch changes with the speed.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}
