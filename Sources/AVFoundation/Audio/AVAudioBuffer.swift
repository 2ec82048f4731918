/// Sound in memory; see ``AVAudioPCMBuffer``.
@safe
public class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
  /// The format.
  public let format: AVAudioFormat
  /// The buffers, whose sizes are those of the samples that are there.
  public let audioBufferList: UnsafePointer<AudioBufferList>
  /// The buffers, whose sizes are those of the memory.
  public let mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList>
  /// The buffers of ``audioBufferList``.
  let filled: UnsafeMutableAudioBufferListPointer
  /// The buffers of ``mutableAudioBufferList``.
  let whole: UnsafeMutableAudioBufferListPointer
  private let free: () -> Void

  /// Describes memory.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - buffers: Buffers with the sizes of the memory.
  ///   - free: Called at the end of the object.
  init(_ format: AVAudioFormat, _ buffers: [AudioBuffer], free: @escaping () -> Void) {
    (self.format, self.free) = (format, free)
    whole = AudioBufferList.allocate(maximumBuffers: buffers.count)
    filled = AudioBufferList.allocate(maximumBuffers: buffers.count)
    for (index, buffer) in buffers.enumerated() {
      whole[index] = buffer
      filled[index] = buffer
      filled[index].mDataByteSize = 0
    }
    unsafe mutableAudioBufferList = whole.unsafeMutablePointer
    unsafe audioBufferList = filled.unsafePointer
  }

  deinit {
    free()
    unsafe Foundation.free(whole.unsafeMutablePointer)
    unsafe Foundation.free(filled.unsafeMutablePointer)
  }

  /// The buffer itself: it cannot be copied.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  /// A copy.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }
}

/// Uncompressed sound in memory.
@safe
public class AVAudioPCMBuffer: AVAudioBuffer {
  /// The number of frames for which there is memory.
  public let frameCapacity: AVAudioFrameCount
  /// The number of frames that are there, at most ``frameCapacity``.
  public var frameLength: AVAudioFrameCount = 0 {
    didSet {
      precondition(
        frameLength <= frameCapacity, "a buffer of \(frameCapacity) frames has no \(frameLength)")
      for index in filled.indices {
        filled[index].mDataByteSize = frameLength * format.sound.mBytesPerFrame
      }
    }
  }
  private let channels: [UnsafeMutableRawPointer]
  private let pointers: UnsafeMutableRawPointer

  /// Creates a buffer without frames; `nil` for compressed sound.
  ///
  /// - Parameters:
  ///   - format: The format of the samples.
  ///   - frameCapacity: The number of frames for which there is memory, which is silent.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let bytes = Int(format.sound.mBytesPerFrame), size = Int(frameCapacity) * bytes
    guard format.sound.sampleFormat != nil, bytes > 0, format.channelCount > 0,
      size <= Int(UInt32.max)
    else { return nil }
    let count = format.isInterleaved ? 1 : Int(format.channelCount)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(16, size * count), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(16, size * count))
    let buffers = (0..<count).map { index in
      unsafe AudioBuffer(
        mNumberChannels: format.isInterleaved ? format.channelCount : 1,
        mDataByteSize: UInt32(size), mData: memory + index * size)
    }
    self.frameCapacity = frameCapacity
    let places = unsafe Self.places(format, buffers)
    unsafe channels = places.channels
    unsafe pointers = places.memory
    super.init(format, buffers, free: { unsafe memory.deallocate() })
  }

  /// Describes memory of the caller; `nil` for compressed sound, and if the buffers are not those of the format.
  ///
  /// - Parameters:
  ///   - format: The format of the samples.
  ///   - bufferList: The buffers, all of whose frames are there.
  ///   - deallocator: Called at the end of the object.
  public init?(
    pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
  ) {
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      UnsafeMutablePointer(mutating: bufferList))
    let bytes = format.sound.mBytesPerFrame
    guard format.sound.sampleFormat != nil, bytes > 0,
      list.count == (format.isInterleaved ? 1 : Int(format.channelCount)),
      let size = list.map(\.mDataByteSize).min(), list.allSatisfy({ unsafe $0.mData != nil })
    else { return nil }
    frameCapacity = size / bytes
    let buffers = Array(list)
    let places = unsafe Self.places(format, buffers)
    unsafe channels = places.channels
    unsafe pointers = places.memory
    super.init(format, buffers, free: { unsafe deallocator?(bufferList) })
    defer { frameLength = size / bytes }
  }

  deinit { unsafe pointers.deallocate() }

  /// The first sample of each channel, and these addresses in memory.
  private static func places(
    _ format: AVAudioFormat, _ buffers: [AudioBuffer]
  ) -> (channels: [UnsafeMutableRawPointer], memory: UnsafeMutableRawPointer) {
    let width = Int(format.sound.mBitsPerChannel) / 8
    var channels = unsafe buffers.compactMap { unsafe $0.mData }
    if format.isInterleaved, let first = unsafe channels.first {
      unsafe channels = (0..<Int(format.channelCount)).map { unsafe first + $0 * width }
    }
    let size = unsafe MemoryLayout<UnsafeMutableRawPointer>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, buffers.count * Int(format.channelCount)) * size, alignment: size)
    for index in unsafe channels.indices {
      unsafe memory.storeBytes(
        of: channels[index], toByteOffset: index * size, as: UnsafeMutableRawPointer.self)
    }
    return unsafe (channels, memory)
  }

  /// The distance of two samples of a channel.
  public var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  private func samples<Sample>(
    _ type: Sample.Type, _ common: AVAudioCommonFormat
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == common else { return nil }
    return unsafe UnsafePointer(
      pointers.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self))
  }

  /// The samples of each channel, ``stride`` apart; `nil` if they are not floating-point numbers of 32 bits.
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    unsafe samples(Float.self, .pcmFormatFloat32)
  }
  /// The samples of each channel, ``stride`` apart; `nil` if they are not integers of 16 bits.
  public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    unsafe samples(Int16.self, .pcmFormatInt16)
  }
  /// The samples of each channel, ``stride`` apart; `nil` if they are not integers of 32 bits.
  public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    unsafe samples(Int32.self, .pcmFormatInt32)
  }

  /// The first sample of a channel.
  @unsafe func start(ofChannel channel: Int) -> UnsafeMutableRawPointer { unsafe channels[channel] }

  /// A copy with memory of its own.
  public override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
      preconditionFailure("a buffer of \(frameCapacity) frames cannot be copied")
    }
    copy.frameLength = frameLength
    for (target, source) in zip(copy.filled, filled) {
      guard let from = unsafe source.mData, let to = unsafe target.mData else { continue }
      unsafe to.copyMemory(from: from, byteCount: Int(source.mDataByteSize))
    }
    return copy
  }
}
