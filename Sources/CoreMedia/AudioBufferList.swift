import Foundation

/// Samples in memory.
@safe
public struct AudioBuffer {
  /// The number of channels whose samples follow each other.
  public var mNumberChannels: UInt32
  /// The number of bytes.
  public var mDataByteSize: UInt32
  /// The first byte.
  public var mData: UnsafeMutableRawPointer?

  /// Describes memory.
  public init(
    mNumberChannels: UInt32 = 0, mDataByteSize: UInt32 = 0, mData: UnsafeMutableRawPointer? = nil
  ) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    unsafe self.mData = mData
  }
}

extension UnsafeMutableBufferPointer {
  /// The samples of a buffer.
  public init(_ audioBuffer: AudioBuffer) {
    let start = unsafe audioBuffer.mData?.assumingMemoryBound(to: Element.self)
    unsafe self.init(
      start: start, count: Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride)
  }
}

/// Buffers of samples: as many as channels if each has its own, else one.
public struct AudioBufferList {
  /// The number of buffers.
  public var mNumberBuffers: UInt32
  /// The first buffer; the others follow in memory.
  public var mBuffers: AudioBuffer

  /// Describes one buffer.
  public init(mNumberBuffers: UInt32 = 0, mBuffers: AudioBuffer = unsafe AudioBuffer()) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }

  /// The bytes of a list with a number of buffers.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    MemoryLayout<AudioBufferList>.size
      + max(0, maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Memory for a list, which the caller frees by `free(list.unsafeMutablePointer)`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let size = sizeInBytes(maximumBuffers: maximumBuffers)
    guard let memory = unsafe calloc(1, size) else { fatalErrorOfMemory(size) }
    let list = unsafe memory.bindMemory(to: AudioBufferList.self, capacity: 1)
    unsafe list.pointee.mNumberBuffers = UInt32(max(0, maximumBuffers))
    return unsafe UnsafeMutableAudioBufferListPointer(list)
  }
}

private func fatalErrorOfMemory(_ size: Int) -> Never {
  preconditionFailure("there is no memory for \(size) bytes")
}

/// The buffers of a list in memory.
@safe
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  /// The list.
  public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>
  /// The list.
  public var unsafePointer: UnsafePointer<AudioBufferList> { unsafe .init(unsafeMutablePointer) }

  /// Wraps a list.
  public init(_ pointer: UnsafeMutablePointer<AudioBufferList>) {
    unsafe unsafeMutablePointer = pointer
  }
  /// Wraps a list; `nil` without one.
  public init?(_ pointer: UnsafeMutablePointer<AudioBufferList>?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.init(pointer)
  }

  /// The number of buffers.
  public var count: Int { Int(unsafe unsafeMutablePointer.pointee.mNumberBuffers) }
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// A buffer.
  public subscript(index: Int) -> AudioBuffer {
    get { unsafe place(index).pointee }
    nonmutating set { unsafe place(index).pointee = newValue }
  }

  private func place(_ index: Int) -> UnsafeMutablePointer<AudioBuffer> {
    precondition((0..<count).contains(index), "there is no buffer \(index)")
    // The first buffer lies at its alignment, as in C.
    let offset = MemoryLayout<AudioBuffer>.alignment + index * MemoryLayout<AudioBuffer>.stride
    return unsafe (UnsafeMutableRawPointer(unsafeMutablePointer) + offset)
      .assumingMemoryBound(to: AudioBuffer.self)
  }
}

/// Describes the samples of uncompressed sound; their memory is that of the block buffer.
///
/// - Returns: 0, or why not.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
  blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard let data = sbuf.dataBuffer,
    let sound = sbuf.formatDescription?.audioStreamBasicDescription, sound.isLinearPCM
  else { return kCMSampleBufferError_RequiredParameterMissing }
  let channels = max(1, Int(sound.mChannelsPerFrame))
  let count = sound.isNonInterleaved ? channels : 1
  let needed = AudioBufferList.sizeInBytes(maximumBuffers: count)
  unsafe bufferListSizeNeededOut?.pointee = needed
  guard let list = unsafe bufferListOut else { return noErr }
  guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
  unsafe list.pointee.mNumberBuffers = UInt32(count)
  let buffers = unsafe UnsafeMutableAudioBufferListPointer(list), size = data.dataLength / count
  unsafe data.withUnsafeMutableBytes { bytes in
    for index in 0..<count {
      unsafe buffers[index] = AudioBuffer(
        mNumberChannels: UInt32(channels / count), mDataByteSize: UInt32(size),
        mData: bytes.baseAddress.map { unsafe $0 + index * size })
    }
  }
  unsafe blockBufferOut.initialize(to: data)
  return noErr
}

extension CMSampleBuffer {
  /// Calls a closure with the samples of uncompressed sound.
  ///
  /// - Throws: What the closure throws, and `NSError` if the buffer has no such samples.
  public func withAudioBufferList<Result>(
    blockBufferMemoryAllocator: CFAllocator? = nil, flags: UInt32 = 0,
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Result
  ) throws -> Result {
    let channels = Int(formatDescription?.audioStreamBasicDescription?.mChannelsPerFrame ?? 1)
    let list = AudioBufferList.allocate(maximumBuffers: max(1, channels))
    defer { unsafe free(list.unsafeMutablePointer) }
    var block: CMBlockBuffer?
    let status = unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      self, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer,
      bufferListSize: AudioBufferList.sizeInBytes(maximumBuffers: max(1, channels)),
      blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: &block)
    guard let block else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
    return try body(list, block)
  }
}

/// The domain of errors whose codes are those of functions.
public let NSOSStatusErrorDomain = "NSOSStatusErrorDomain"

// MARK: Channels

/// The kind of a layout of channels.
public typealias AudioChannelLayoutTag = UInt32
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left and right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, centre, low frequencies, left and right behind.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
/// In the order of AAC: centre, left, right, left and right behind, low frequencies.
public let kAudioChannelLayoutTag_AAC_5_1: AudioChannelLayoutTag = 124 << 16 | 6

/// A channel of a layout.
public struct AudioChannelDescription: Sendable {
  /// The kind of channel.
  public var mChannelLabel: UInt32 = 0
  /// Bits that describe it.
  public var mChannelFlags: UInt32 = 0
  /// Its place.
  public var mCoordinates: (Float32, Float32, Float32) = (0, 0, 0)
  /// Creates a channel of no kind.
  public init() {}
}

/// A layout of channels, for `AVChannelLayoutKey`; sound has the usual layout of its number of channels.
public struct AudioChannelLayout: Sendable {
  /// The kind of layout.
  public var mChannelLayoutTag: AudioChannelLayoutTag = 0
  /// The channels as bits.
  public var mChannelBitmap: UInt32 = 0
  /// The number of descriptions.
  public var mNumberChannelDescriptions: UInt32 = 0
  /// The first description.
  public var mChannelDescriptions = AudioChannelDescription()
  /// Creates a layout of no kind.
  public init() {}
}
