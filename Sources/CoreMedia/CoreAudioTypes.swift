/// The kind of encoded sound.
public typealias AudioFormatID = FourCharCode
/// Bits that describe encoded sound.
public typealias AudioFormatFlags = UInt32

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// The most significant byte comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples fill all of their bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The order of bytes of this machine: the least significant one comes first.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Packed 32-bit floating-point numbers of this machine.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
  kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
/// The name of ``kAudioFormatFlagIsFloat`` for uncompressed sound.
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
/// The name of ``kAudioFormatFlagIsBigEndian`` for uncompressed sound.
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian
/// The name of ``kAudioFormatFlagIsSignedInteger`` for uncompressed sound.
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
/// The name of ``kAudioFormatFlagIsPacked`` for uncompressed sound.
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked
/// The name of ``kAudioFormatFlagIsNonInterleaved`` for uncompressed sound.
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved

/// The format of sound.
public struct AudioStreamBasicDescription: Sendable, Hashable {
  /// The frames per second; a frame has a sample of each channel.
  public var mSampleRate: Float64
  /// The encoding.
  public var mFormatID: AudioFormatID
  /// Details of the encoding.
  public var mFormatFlags: AudioFormatFlags
  /// The bytes of a packet; 0 if packets differ.
  public var mBytesPerPacket: UInt32
  /// The frames of a packet; 0 if packets differ.
  public var mFramesPerPacket: UInt32
  /// The bytes of a frame in one buffer; 0 for compressed sound.
  public var mBytesPerFrame: UInt32
  /// The number of channels.
  public var mChannelsPerFrame: UInt32
  /// The bits of a sample; 0 for compressed sound.
  public var mBitsPerChannel: UInt32
  /// Always 0.
  public var mReserved: UInt32

  /// Creates a format from its fields.
  public init(
    mSampleRate: Float64 = 0, mFormatID: AudioFormatID = 0, mFormatFlags: AudioFormatFlags = 0,
    mBytesPerPacket: UInt32 = 0, mFramesPerPacket: UInt32 = 0, mBytesPerFrame: UInt32 = 0,
    mChannelsPerFrame: UInt32 = 0, mBitsPerChannel: UInt32 = 0, mReserved: UInt32 = 0
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }

  /// Uncompressed, interleaved samples of this machine.
  package init(rate: Double, channels: Int, bits: Int, isFloat: Bool) {
    let bytes = UInt32(channels * bits / 8)
    self.init(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsPacked
        | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger),
      mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes,
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits))
  }

  /// Whether samples are uncompressed.
  package var isLinearPCM: Bool { mFormatID == kAudioFormatLinearPCM }
  /// Whether each channel has a buffer of its own.
  package var isNonInterleaved: Bool { mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 }

  /// GStreamer's name of the sample format; `nil` if it has none, and for compressed sound.
  package var sampleFormat: String? {
    guard isLinearPCM else { return nil }
    let order = mFormatFlags & kAudioFormatFlagIsBigEndian != 0 ? "BE" : "LE"
    let isFloat = mFormatFlags & kAudioFormatFlagIsFloat != 0
    let isSigned = mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
    return switch (isFloat, mBitsPerChannel) {
    case (true, 32), (true, 64): "F\(mBitsPerChannel)\(order)"
    case (false, 8): isSigned ? "S8" : "U8"
    case (false, 16), (false, 24), (false, 32):
      (isSigned ? "S" : "U") + "\(mBitsPerChannel)" + order
    default: nil
    }
  }
}

/// The position of a packet of compressed sound.
public struct AudioStreamPacketDescription: Sendable, Hashable {
  /// The first byte.
  public var mStartOffset: Int64
  /// The number of frames, if it varies.
  public var mVariableFramesInPacket: UInt32
  /// The number of bytes.
  public var mDataByteSize: UInt32

  /// Creates a position.
  public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
    self.mStartOffset = mStartOffset
    self.mVariableFramesInPacket = mVariableFramesInPacket
    self.mDataByteSize = mDataByteSize
  }
}
