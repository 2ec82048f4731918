/// A size and a codec of output settings.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a preset.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// H.264 of 640 × 480.
  public static let preset640x480 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPreset640x480")
  /// H.264 of 960 × 540.
  public static let preset960x540 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPreset960x540")
  /// H.264 of 1280 × 720.
  public static let preset1280x720 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPreset1280x720")
  /// H.264 of 1920 × 1080.
  public static let preset1920x1080 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPreset1920x1080")
  /// H.264 of 3840 × 2160.
  public static let preset3840x2160 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPreset3840x2160")
  /// HEVC of 1920 × 1080.
  public static let hevc1920x1080 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPresetHEVC1920x1080")
  /// HEVC of 3840 × 2160.
  public static let hevc3840x2160 = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPresetHEVC3840x2160")
}

/// Suggests settings for the inputs of a writer.
///
/// The bit rate of the picture is a tenth of a bit for each pixel and frame, and 0.06 bits for HEVC. Apple's numbers are not
/// documented.
public final class AVOutputSettingsAssistant: NSObject {
  /// The format of the source's frames, which determines the shape of the picture.
  public var sourceVideoFormat: CMFormatDescription?
  /// The format of the source's sound, which determines the rate and the channels.
  public var sourceAudioFormat: CMFormatDescription?
  /// The mean duration of a frame; 1/30 s by default.
  public var sourceVideoAverageFrameDuration = CMTime(value: 1, timescale: 30)
  /// The shortest duration of a frame; without effect on the suggestion.
  public var sourceVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
  private let size: CGSize
  private let codec: AVVideoCodecType

  private static let known: [AVOutputSettingsPreset: (CGSize, AVVideoCodecType)] = [
    .preset640x480: (CGSize(width: 640, height: 480), .h264),
    .preset960x540: (CGSize(width: 960, height: 540), .h264),
    .preset1280x720: (CGSize(width: 1280, height: 720), .h264),
    .preset1920x1080: (CGSize(width: 1920, height: 1080), .h264),
    .preset3840x2160: (CGSize(width: 3840, height: 2160), .h264),
    .hevc1920x1080: (CGSize(width: 1920, height: 1080), .hevc),
    .hevc3840x2160: (CGSize(width: 3840, height: 2160), .hevc),
  ]

  /// Creates an assistant; `nil` for other presets than those of this module.
  public init?(preset presetIdentifier: AVOutputSettingsPreset) {
    guard let (size, codec) = Self.known[presetIdentifier] else { return nil }
    (self.size, self.codec) = (size, codec)
  }

  /// The presets.
  public class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
    known.keys.sorted { $0.rawValue < $1.rawValue }
  }

  /// The type of the file.
  public var outputFileType: AVFileType { .mov }

  /// The settings of the sound: AAC, stereo or as the source.
  public var audioSettings: [String: Any]? {
    let source = sourceAudioFormat?.audioStreamBasicDescription
    let rate = source.map { $0.mSampleRate > 0 ? $0.mSampleRate : 44_100 } ?? 44_100
    let channels = source.map { min(max(Int($0.mChannelsPerFrame), 1), 2) } ?? 2
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
      AVEncoderBitRateKey: 64_000 * channels,
    ]
  }

  /// The settings of the picture: the largest of the shape of the source that fits the preset.
  public var videoSettings: [String: Any]? {
    var target = size
    if let source = sourceVideoFormat?.dimensions, source.width > 0, source.height > 0 {
      let box = AVMakeRect(
        aspectRatio: CGSize(width: CGFloat(source.width), height: CGFloat(source.height)),
        insideRect: CGRect(origin: .zero, size: size)
      ).size
      // Sources are never enlarged.
      target =
        box.width > CGFloat(source.width)
        ? CGSize(width: CGFloat(source.width), height: CGFloat(source.height)) : box
    }
    let width = Int(target.width.rounded()) & ~1, height = Int(target.height.rounded()) & ~1
    let seconds = sourceVideoAverageFrameDuration.seconds
    let rate = seconds > 0 ? 1 / seconds : 30
    let bits = Double(width * height) * rate * (codec == .hevc ? 0.06 : 0.1)
    return [
      AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height,
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: Int(bits), AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
      ],
    ]
  }
}
