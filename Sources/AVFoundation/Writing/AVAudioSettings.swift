import CutawayApple

// Names of settings of sound; their values are Apple's.

/// The key of an encoding, such as `kAudioFormatMPEG4AAC`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the samples per second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits of an uncompressed sample.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key that states whether the most significant byte comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key that states whether samples are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key that states whether each channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleavedKey"
/// The key of the bits per second of all channels.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the bits per second of a channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The key of a quality of an encoder; accepted without effect.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// The key of how the bit rate varies; the encoder decides.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// A constant bit rate.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// A constant average.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A variable bit rate.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"
/// The key of the quality of a conversion of rates; it is always the best.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The key of a layout of channels; accepted without effect.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// What settings of sound state.
struct SoundRequest {
  /// The encoding.
  let format: AudioFormatID
  let sampleRate: Double?
  let channels: Int?
  let bits: Int?
  let isFloat: Bool?
  let isBigEndian: Bool
  let isNonInterleaved: Bool
  let bitrate: Int?

  init(_ settings: [String: Any]) {
    func number(_ key: String) -> Double? { settings[key].flatMap { numberValue($0) } }
    format = number(AVFormatIDKey).map { AudioFormatID($0) } ?? kAudioFormatLinearPCM
    sampleRate = number(AVSampleRateKey)
    let channels = number(AVNumberOfChannelsKey).map { Int($0) }
    self.channels = channels
    bits = number(AVLinearPCMBitDepthKey).map { Int($0) }
    isFloat = number(AVLinearPCMIsFloatKey).map { $0 != 0 }
    isBigEndian = number(AVLinearPCMIsBigEndianKey) == 1
    isNonInterleaved = number(AVLinearPCMIsNonInterleaved) == 1
    let ofChannel = number(AVEncoderBitRatePerChannelKey).map { $0 * Double(channels ?? 2) }
    bitrate = (number(AVEncoderBitRateKey) ?? ofChannel).map { Int($0) }
    for name in Self.ignored(in: settings) {
      Log.warnOnce("the setting '\(name)' of sound has no effect")
    }
  }

  /// The names of settings that nothing follows, in alphabetical order.
  static func ignored(in settings: [String: Any]) -> [String] {
    let followed: Set = [
      AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVLinearPCMBitDepthKey,
      AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
      AVEncoderBitRatePerChannelKey, AVEncoderBitRateKey, AVChannelLayoutKey,
    ]
    return settings.keys.filter { !followed.contains($0) }.sorted()
  }

  /// The format of uncompressed samples, with 16 bits by default.
  ///
  /// - Throws: ``AVError`` if there is no such format.
  func samples(rate: Double, channels: Int) throws(AVError) -> AudioStreamBasicDescription {
    let isFloat = isFloat ?? (bits == 64)
    let bits = bits ?? (isFloat ? 32 : 16)
    let count = self.channels ?? channels
    var format = AudioStreamBasicDescription(
      rate: sampleRate ?? rate, channels: isNonInterleaved ? 1 : count, bits: bits,
      isFloat: isFloat)
    format.mChannelsPerFrame = UInt32(clamping: count)
    if isBigEndian { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    if isNonInterleaved { format.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
    guard self.format == kAudioFormatLinearPCM, format.sampleFormat != nil,
      (1...64).contains(count), (1...768_000).contains(format.mSampleRate)
    else {
      throw AVError(
        .unsupportedOutputSettings,
        "samples of sound are kAudioFormatLinearPCM with integers of 16, 24 or 32 bits or floating "
          + "point of 32 or 64, at most 64 channels and 768,000 samples a second")
    }
    return format
  }
}
