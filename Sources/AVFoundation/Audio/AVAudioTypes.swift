/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// A number of frames; a frame has a sample of each channel.
public typealias AVAudioFrameCount = UInt32
/// A number of packets; of uncompressed sound, each frame is one.
public typealias AVAudioPacketCount = UInt32
/// The number of a frame in a file or a stream.
public typealias AVAudioFramePosition = Int64
/// The number of an input or an output of a node.
public typealias AVAudioNodeBus = Int

/// The formats of samples that programs use directly.
public enum AVAudioCommonFormat: UInt, Sendable {
  /// Another format, or compressed sound.
  case otherFormat = 0
  /// Floating-point numbers of 32 bits.
  case pcmFormatFloat32
  /// Floating-point numbers of 64 bits.
  case pcmFormatFloat64
  /// Integers of 16 bits.
  case pcmFormatInt16
  /// Integers of 32 bits.
  case pcmFormatInt32
}

/// A quality, for settings.
public enum AVAudioQuality: Int, Sendable {
  /// From the lowest to the highest quality.
  case min = 0, low = 0x20, medium = 0x40, high = 0x60, max = 0x7F
}

/// The key of the bits of a sample before it is encoded; accepted without effect.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The key of a quality of an encoder with a variable bit rate; accepted without effect.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// The key of the quality of a conversion of rates; it is always the best.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// The usual conversion of rates.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best conversion of rates.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// A conversion of rates without sound before its time; the conversion has a linear phase.
public let AVSampleRateConverterAlgorithm_MinimumPhase =
  "AVSampleRateConverterAlgorithm_MinimumPhase"
/// The key of the type of a file; the extension of its name decides.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"
