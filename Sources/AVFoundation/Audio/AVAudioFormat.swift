/// The format of sound.
///
/// The standard format has floating-point numbers of 32 bits, and a buffer for each channel.
@safe
public class AVAudioFormat: NSObject, @unchecked Sendable {
  // Nothing changes after the initializer.

  /// The format in memory that lives as long as this object.
  public let streamDescription: UnsafePointer<AudioStreamBasicDescription>
  /// The format.
  let sound: AudioStreamBasicDescription
  /// The places of the channels; `nil` if they are not stated.
  public let channelLayout: AVAudioChannelLayout?
  /// What a decoder needs besides; it is read from the file.
  public var magicCookie: Data? { nil }

  init(_ sound: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
    let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    unsafe memory.initialize(to: sound)
    unsafe streamDescription = UnsafePointer(memory)
    (self.sound, channelLayout) = (sound, layout)
  }

  deinit { unsafe streamDescription.deallocate() }

  /// Copies a format; `nil` with more than two channels, which need a layout.
  public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
    unsafe self.init(streamDescription: asbd, channelLayout: nil)
  }

  /// Copies a format; `nil` with more than two channels without a layout.
  public convenience init?(
    streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
    channelLayout layout: AVAudioChannelLayout?
  ) {
    let sound = unsafe asbd.pointee
    guard sound.mChannelsPerFrame <= 2 || layout != nil else { return nil }
    self.init(sound, layout: layout)
  }

  /// Creates the standard format; `nil` with more than two channels, which need a layout.
  public convenience init?(
    standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels,
      interleaved: false)
  }

  /// Creates the standard format.
  public convenience init(
    standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false,
      channelLayout: layout)
  }

  /// Creates a format of uncompressed sound; `nil` without channels, and with more than two, which need a layout.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    guard (1...2).contains(channels), format != .otherFormat else { return nil }
    self.init(
      .samples(format, rate: sampleRate, channels: channels, interleaved: interleaved), layout: nil)
  }

  /// Creates a format of uncompressed sound.
  public convenience init(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
    channelLayout layout: AVAudioChannelLayout
  ) {
    self.init(
      .samples(
        format, rate: sampleRate, channels: layout.channelCount, interleaved: interleaved),
      layout: layout)
  }

  /// Creates a format from settings; `nil` if they state no rate or no channels, or contradict each other.
  public convenience init?(settings: [String: Any]) {
    let request = SoundRequest(settings)
    let layout = (settings[AVChannelLayoutKey] as? Data).flatMap { Self.layout(in: $0) }
    guard let rate = request.sampleRate,
      let channels = request.channels ?? layout.map({ Int($0.channelCount) }),
      settings[AVFormatIDKey] != nil, rate > 0, (1...64).contains(channels)
    else { return nil }
    let count = AVAudioChannelCount(channels)
    let places = layout ?? (channels > 2 ? .usual(count) : nil)
    guard request.format == kAudioFormatLinearPCM else {
      self.init(.packets(request.format, rate: rate, channels: count), layout: places)
      return
    }
    // Settings that state no samples have no format.
    guard let sound = try? request.samples(rate: rate, channels: channels) else { return nil }
    self.init(sound, layout: places)
  }

  /// Copies a format.
  public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
    let sound = formatDescription.audioStreamBasicDescription ?? AudioStreamBasicDescription()
    self.init(
      sound, layout: sound.mChannelsPerFrame > 2 ? .usual(sound.mChannelsPerFrame) : nil)
  }

  private static func layout(in data: Data) -> AVAudioChannelLayout? {
    guard data.count >= 4 else { return nil }
    let tag = data.prefix(4).reversed().reduce(AudioChannelLayoutTag(0)) { $0 << 8 | UInt32($1) }
    return AVAudioChannelLayout(layoutTag: tag)
  }

  /// Whether two formats are equal; formats of one or two channels need no layouts for it.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat, sound == other.sound else { return false }
    guard let mine = channelLayout, let its = other.channelLayout else {
      return channelCount <= 2 || (channelLayout == nil && other.channelLayout == nil)
    }
    return mine == its
  }

  /// A hash of the format.
  public override var hash: Int { sound.hashValue }

  /// The number of channels, the rate and the samples.
  public override var description: String {
    let samples =
      switch commonFormat {
      case .pcmFormatFloat32: "Float32"
      case .pcmFormatFloat64: "Float64"
      case .pcmFormatInt16: "Int16"
      case .pcmFormatInt32: "Int32"
      case .otherFormat: sound.isLinearPCM ? "\(sound.mBitsPerChannel) bits" : "compressed"
      }
    let order = isInterleaved ? "interleaved" : "deinterleaved"
    return "<AVAudioFormat: \(channelCount) ch, \(Int(sampleRate)) Hz, \(samples), \(order)>"
  }
}

extension AVAudioFormat {
  /// Whether it is the standard format.
  public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  /// The format of the samples.
  public var commonFormat: AVAudioCommonFormat {
    switch sound.sampleFormat {
    case "F32LE": .pcmFormatFloat32
    case "F64LE": .pcmFormatFloat64
    case "S16LE": .pcmFormatInt16
    case "S32LE": .pcmFormatInt32
    default: .otherFormat
    }
  }

  /// The number of channels.
  public var channelCount: AVAudioChannelCount { sound.mChannelsPerFrame }
  /// The frames per second.
  public var sampleRate: Double { sound.mSampleRate }
  /// Whether the samples of all channels are in one buffer.
  public var isInterleaved: Bool { !sound.isNonInterleaved }
  /// The format for Core Media.
  public var formatDescription: CMAudioFormatDescription { CMFormatDescription(sound: sound) }

  /// The settings that state the format.
  public var settings: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: sound.mFormatID, AVSampleRateKey: sampleRate,
      AVNumberOfChannelsKey: Int(channelCount),
    ]
    if let channelLayout {
      var data = Data()
      for value in [channelLayout.layoutTag, 0, 0] {
        for byte in 0..<4 { data.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
      }
      settings[AVChannelLayoutKey] = data
    }
    guard sound.isLinearPCM else { return settings }
    settings[AVLinearPCMBitDepthKey] = Int(sound.mBitsPerChannel)
    settings[AVLinearPCMIsFloatKey] = sound.mFormatFlags & kAudioFormatFlagIsFloat != 0
    settings[AVLinearPCMIsBigEndianKey] = sound.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
    settings[AVLinearPCMIsNonInterleaved] = sound.isNonInterleaved
    return settings
  }

  /// The same format with another number of channels, in the usual places.
  static func samples(
    _ format: AVAudioCommonFormat, rate: Double, channels: AVAudioChannelCount, interleaved: Bool
  ) -> AVAudioFormat {
    AVAudioFormat(
      .samples(format, rate: rate, channels: channels, interleaved: interleaved),
      layout: channels > 2 ? .usual(channels) : nil)
  }
}

extension AudioStreamBasicDescription {
  /// Uncompressed samples of this machine.
  static func samples(
    _ format: AVAudioCommonFormat, rate: Double, channels: UInt32, interleaved: Bool
  ) -> AudioStreamBasicDescription {
    let (bits, isFloat) =
      switch format {
      case .pcmFormatFloat32, .otherFormat: (32, true)
      case .pcmFormatFloat64: (64, true)
      case .pcmFormatInt16: (16, false)
      case .pcmFormatInt32: (32, false)
      }
    var sound = AudioStreamBasicDescription(
      rate: rate, channels: interleaved ? Int(channels) : 1, bits: bits, isFloat: isFloat)
    sound.mChannelsPerFrame = channels
    if !interleaved { sound.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
    return sound
  }

  /// Compressed sound.
  static func packets(
    _ format: AudioFormatID, rate: Double, channels: UInt32
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: format,
      mFramesPerPacket: format == kAudioFormatMPEG4AAC ? 1_024 : 0, mChannelsPerFrame: channels)
  }
}
