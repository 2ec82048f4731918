import Cutaway
import CutawayApple
import CutawayModel
import CutawayTranslation

// Names of settings of an encoder; their values are Apple's.

/// The key of the largest distance of key frames, in frames.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The key of the largest distance of key frames, in seconds.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// The key that states whether decode order may differ from presentation order.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The key of the frames per second that are expected.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The key of the frames per second in files for old devices; reported, and without effect.
public let AVVideoAverageNonDroppableFrameRateKey = "AverageNonDroppableFrameRate"
/// The key of a quality from 0 to 1.
public let AVVideoQualityKey = "Quality"
/// The key of a profile: Main 10 of HEVC has 10 bits; others are reported, and without effect.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// A profile of H.264.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// A profile of H.264.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// A profile of H.264.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// A profile of H.264.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// A profile of H.264.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// A profile of H.264.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// A profile of H.264.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// A profile of H.264.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// A profile of H.264.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// A profile of H.264.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// A profile of H.264.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// A profile of H.264.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// The key of the entropy coding of H.264; reported, and without effect.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// CAVLC.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// CABAC.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// The key of how frames fill the size; each axis on its own by default.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Each axis on its own.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Fits, with black beside the picture.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Covers; what exceeds the size is left out.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// Fits; as ``AVVideoScalingModeResizeAspect``, though Apple's makes small pictures no larger.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// The key of the aspect ratio of pixels; they are square.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// The key of the visible part; all of a frame.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// The key of colours: those of BT.709, or of BT.2020 with HLG or PQ.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The key of primaries.
public let AVVideoColorPrimariesKey = "AVVideoColorPrimariesKey"
/// The key of a transfer function.
public let AVVideoTransferFunctionKey = "AVVideoTransferFunctionKey"
/// The key of a matrix.
public let AVVideoYCbCrMatrixKey = "AVVideoYCbCrMatrixKey"

extension AVAssetWriterInput {
  /// The stream that the settings describe.
  ///
  /// - Throws: ``AVError`` if it cannot be written.
  func streams(in type: AVFileType) throws(AVError) -> FileWriter.Input {
    var stream = FileWriter.Input(mediaType == .video ? .video : .audio, .copy)
    stream.language = extendedLanguageTag ?? languageCode
    if !transform.isIdentity {
      stream.transform = [
        transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
      ].map { Double($0) }
    }
    guard outputSettings != nil else { return stream }
    switch mediaType {
    case .video:
      let settings = videoSettings
      guard codec != nil else {
        throw AVError(
          .unsupportedOutputSettings,
          "AVVideoCodecKey is h264, hevc, proRes422 or proRes4444, and not "
            + "\(outputSettings?[AVVideoCodecKey] ?? "missing")")
      }
      guard (16...16_384).contains(settings.size.width),
        (16...16_384).contains(settings.size.height)
      else {
        throw AVError(
          .unsupportedOutputSettings,
          "AVVideoWidthKey and AVVideoHeightKey are 16 to 16,384 pixels, and not "
            + "\(settings.size.width) and \(settings.size.height)")
      }
      if settings.size != statedSize {
        Log.warnOnce(
          "a writer makes sides even: frames have \(settings.size), and not \(statedSize)")
      }
      for name in ignoredSettings { Log.warnOnce("a writer ignores the setting '\(name)'") }
      stream.coding = .video(settings)
    default: stream.coding = .sound(try soundSettings(in: type))
    }
    return stream
  }

  /// The names of settings that the encoder does not follow, in alphabetical order.
  package var ignoredSettings: [String] {
    let compression = outputSettings?[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
    let followed: Set = [
      AVVideoAverageBitRateKey, AVVideoExpectedSourceFrameRateKey, AVVideoQualityKey,
      AVVideoMaxKeyFrameIntervalKey, AVVideoMaxKeyFrameIntervalDurationKey,
      AVVideoAllowFrameReorderingKey,
    ]
    var ignored = compression.keys.filter { !followed.contains($0) }
    if isMain10 { ignored.removeAll { $0 == AVVideoProfileLevelKey } }
    for (key, value) in outputSettings ?? [:] {
      switch key {
      case AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoCompressionPropertiesKey:
        break
      case AVVideoScalingModeKey where scaling(value) != nil: break
      case AVVideoColorPropertiesKey where transfer != nil: break
      default: ignored.append(key)
      }
    }
    return ignored.sorted()
  }

  /// The colours that the settings request; `nil` if they request none, or others than the encoders have.
  private var transfer: TransferFunction? {
    (outputSettings?[AVVideoColorPropertiesKey] as? [String: Any]).flatMap {
      TransferFunction(colorProperties: $0)
    }
  }

  /// How frames fill the size; `nil` for unknown modes.
  private func scaling(_ value: Any?) -> FileWriter.VideoSettings.Scaling? {
    switch value as? String {
    case AVVideoScalingModeResize: .stretch
    case AVVideoScalingModeResizeAspect, AVVideoScalingModeFit: .fit
    case AVVideoScalingModeResizeAspectFill: .fill
    default: nil
    }
  }

  /// Whether the settings request 10 bits.
  private var isMain10: Bool {
    let compression = outputSettings?[AVVideoCompressionPropertiesKey] as? [String: Any]
    let profile = compression?[AVVideoProfileLevelKey] as? String
    return profile?.hasPrefix("HEVC_Main10") == true
  }

  private var codec: VideoCodec? {
    let name = outputSettings?[AVVideoCodecKey]
    let type = (name as? AVVideoCodecType)?.rawValue ?? name as? String
    return switch type {
    case "avc1": .h264
    case "hvc1", "hevc": .hevc
    case "apcn": .proRes422
    case "ap4h": .proRes4444
    default: nil
    }
  }

  /// The size that the settings or the hint state.
  private var statedSize: PixelSize {
    func side(_ key: String, _ hint: Int32?) -> Int {
      Int(outputSettings?[key].flatMap { numberValue($0) } ?? Double(hint ?? 0))
    }
    let hint = sourceFormatHint?.dimensions
    return PixelSize(
      width: side(AVVideoWidthKey, hint?.width), height: side(AVVideoHeightKey, hint?.height))
  }

  /// The settings of the video encoder.
  var videoSettings: FileWriter.VideoSettings {
    func number(_ key: String, in settings: [String: Any]?) -> Double? {
      settings?[key].flatMap { numberValue($0) }
    }
    // Exports make sides even, too.
    var settings = FileWriter.VideoSettings(codec ?? .h264, size: statedSize.madeEven)
    let compression = outputSettings?[AVVideoCompressionPropertiesKey] as? [String: Any]
    settings.scaling = scaling(outputSettings?[AVVideoScalingModeKey]) ?? .stretch
    settings.bitrate = number(AVVideoAverageBitRateKey, in: compression).map { Int($0) }
    if let rate = number(AVVideoExpectedSourceFrameRateKey, in: compression), rate > 0 {
      settings.framesPerSecond = min(rate, 1_000)
    }
    if let quality = number(AVVideoQualityKey, in: compression) {
      settings.quality = min(max(quality, 0), 1)
    }
    settings.keyFrameInterval = number(AVVideoMaxKeyFrameIntervalKey, in: compression).map {
      max(1, Int($0))
    }
    if let seconds = number(AVVideoMaxKeyFrameIntervalDurationKey, in: compression), seconds > 0 {
      settings.keyFrameInterval = max(1, Int((seconds * settings.framesPerSecond).rounded()))
    }
    // Else the first frame decides.
    if transfer != nil || isMain10 {
      let colors = transfer ?? .bt709
      settings.picture = PictureFormat(
        bitDepth: colors.isHDR || isMain10 ? 10 : 8, transferFunction: colors)
    }
    // The length of a track follows from decoding times: where frames are reordered and their distances
    // differ, it would be too short.
    settings.reordersFrames = !hasUnevenFrames
    if let reorders = number(AVVideoAllowFrameReorderingKey, in: compression) {
      settings.reordersFrames = reorders != 0
    }
    return settings
  }

  private func soundSettings(in type: AVFileType) throws(AVError) -> FileWriter.SoundSettings {
    let request = SoundRequest(outputSettings ?? [:])
    let hint = sourceFormatHint?.audioStreamBasicDescription
    let rate = Int(request.sampleRate ?? hint?.mSampleRate ?? 48_000)
    let channels = request.channels ?? hint.map { Int($0.mChannelsPerFrame) } ?? 2
    guard (1...768_000).contains(rate), (1...8).contains(channels) else {
      throw AVError(
        .unsupportedOutputSettings,
        "sound has 1 to 8 channels and at most 768,000 samples a second, and not \(channels) and "
          + "\(rate)")
    }
    switch request.format {
    case kAudioFormatMPEG4AAC:
      var settings = FileWriter.SoundSettings(.aac, sampleRate: rate, channels: channels)
      settings.bitrate = request.bitrate
      return settings
    case kAudioFormatLinearPCM:
      let format = try request.samples(rate: Double(rate), channels: channels)
      var settings = FileWriter.SoundSettings(.pcm, sampleRate: rate, channels: channels)
      settings.sampleFormat = format.sampleFormat
      return settings
    default:
      throw AVError(
        .unsupportedOutputSettings,
        "AVFormatIDKey is kAudioFormatMPEG4AAC or kAudioFormatLinearPCM")
    }
  }
}
