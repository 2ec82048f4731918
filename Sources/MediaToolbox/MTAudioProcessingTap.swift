public import CoreMedia
import Foundation
import Synchronization

/// Sees and changes the sound of a track while it is played, exported or read.
///
/// Sound is in floating-point numbers with full scale at ±1, one buffer for each channel.
@safe
public final class MTAudioProcessingTap: @unchecked Sendable {
  // One thread at a time calls the callbacks, which are the program's own. `stage` is only used in them.

  /// The number by which an element finds the tap.
  package let number: Int
  /// Whether the program wants the sound after the volume of the mix.
  package let followsEffects: Bool
  /// The time of the asset at which the stream begins.
  fileprivate let origin = Mutex(CMTime.zero)
  fileprivate let callbacks: MTAudioProcessingTapCallbacks
  fileprivate var storage: UnsafeMutableRawPointer?
  /// The stage whose block is being processed.
  fileprivate weak var stage: Stage?
  /// The stage that is prepared.
  private weak var prepared: Stage?

  fileprivate init(_ callbacks: MTAudioProcessingTapCallbacks, flags: UInt32) {
    self.callbacks = callbacks
    followsEffects = flags & kMTAudioProcessingTapCreationFlag_PostEffects != 0
    number = Self.known.withLock { known in
      known.last += 1
      return known.last
    }
    let entry = Weak(self)
    Self.known.withLock { $0.taps[number] = entry }
    unsafe callbacks.`init`?(self, callbacks.clientInfo, &storage)
  }

  deinit {
    callbacks.finalize?(self)
    _ = Self.known.withLock { $0.taps.removeValue(forKey: number) }
  }

  private static let known = Mutex((last: 0, taps: [Int: Weak]()))

  private struct Weak: Sendable {
    weak var tap: MTAudioProcessingTap?
    init(_ tap: MTAudioProcessingTap) { self.tap = tap }
  }

  /// States the time of the asset at which the next stream begins.
  package func begin(at time: CMTime) { origin.withLock { $0 = time } }

  /// The tap with a number.
  package static func tap(_ number: Int) -> MTAudioProcessingTap? {
    known.withLock { $0.taps[number]?.tap }
  }

  /// Prepares the tap for a stream.
  package func prepare(sampleRate: Int, channels: Int) -> Stage {
    if let prepared { prepared.end() }
    let stage = Stage(self, sampleRate: sampleRate, channels: channels)
    prepared = stage
    var format = AudioStreamBasicDescription(
      mSampleRate: Double(sampleRate), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
        | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 32)
    unsafe callbacks.prepare?(self, Stage.most, &format)
    return stage
  }
}

extension MTAudioProcessingTap {
  /// The work of a tap on one stream.
  @safe
  package final class Stage: @unchecked Sendable {
    // An element uses it on one thread at a time.

    /// The most frames of a block.
    static let most = 4_096
    private let tap: MTAudioProcessingTap
    private let sampleRate: Int
    private let channels: Int
    /// The samples of the block and those of the result, channel by channel.
    private let source: UnsafeMutablePointer<Float>
    private let result: UnsafeMutablePointer<Float>
    private let list: UnsafeMutableAudioBufferListPointer
    private var isFirst = true
    private var isOver = false
    /// The frames of the block that the callback has not taken yet.
    private var rest: Range<Int> = 0..<0
    /// The time of the block's first frame, in frames.
    private var start: Int64 = 0

    fileprivate init(_ tap: MTAudioProcessingTap, sampleRate: Int, channels: Int) {
      (self.tap, self.sampleRate, self.channels) = (tap, sampleRate, channels)
      let count = channels * Self.most
      unsafe source = .allocate(capacity: count)
      unsafe result = .allocate(capacity: count)
      unsafe source.initialize(repeating: 0, count: count)
      unsafe result.initialize(repeating: 0, count: count)
      list = AudioBufferList.allocate(maximumBuffers: channels)
    }

    deinit {
      end()
      unsafe source.deallocate()
      unsafe result.deallocate()
      unsafe free(list.unsafeMutablePointer)
    }

    /// Reports the end of the stream to the tap, once.
    fileprivate func end() {
      guard !isOver else { return }
      isOver = true
      tap.callbacks.unprepare?(tap)
    }

    /// Replaces interleaved samples by those of the tap.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - time: The stream time of the first one.
    package func process(_ samples: inout MutableSpan<Float>, at time: Duration) {
      let parts = time.components
      let frames =
        Double(parts.seconds) * Double(sampleRate)
        + Double(parts.attoseconds) * 1e-18 * Double(sampleRate)
      var first = 0
      while first < samples.count / channels {
        let count = min(Self.most, samples.count / channels - first)
        start = Int64(frames.rounded()) + Int64(first)
        load(samples.span, from: first, count)
        let filled = call(count)
        store(in: &samples, from: first, count, filled: filled)
        first += count
      }
    }

    private func load(_ samples: Span<Float>, from first: Int, _ count: Int) {
      for channel in 0..<channels {
        let plane = unsafe source + channel * Self.most
        for index in 0..<count {
          unsafe plane[index] = samples[(first + index) * channels + channel]
        }
        unsafe (result + channel * Self.most).update(repeating: 0, count: count)
      }
    }

    /// Calls the process callback.
    ///
    /// - Returns: The number of frames that it has filled.
    private func call(_ count: Int) -> Int {
      for channel in 0..<channels {
        unsafe list[channel] = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: UInt32(4 * count),
          mData: UnsafeMutableRawPointer(result + channel * Self.most))
      }
      var filled: CMItemCount = 0
      var flags: MTAudioProcessingTapFlags = 0
      rest = 0..<count
      tap.stage = self
      unsafe tap.callbacks.process(
        tap, count, isFirst ? kMTAudioProcessingTapFlag_StartOfStream : 0,
        list.unsafeMutablePointer, &filled, &flags)
      tap.stage = nil
      isFirst = false
      return max(0, min(filled, count))
    }

    /// Takes what is in the buffers, which the callback may have replaced; frames that it did not fill are silent.
    private func store(
      in samples: inout MutableSpan<Float>, from first: Int, _ count: Int, filled: Int
    ) {
      for channel in 0..<channels {
        let buffer = list[channel]
        let bytes = Int(buffer.mDataByteSize)
        guard let data = unsafe buffer.mData else { continue }
        let plane = unsafe data.assumingMemoryBound(to: Float.self)
        let usable = min(filled, bytes / 4)
        for index in 0..<count {
          samples[(first + index) * channels + channel] =
            index < usable ? unsafe plane[index] : 0
        }
      }
    }

    /// Gives the callback frames of the block.
    ///
    /// - Parameters:
    ///   - count: The wanted number of frames.
    ///   - buffers: Where they go; a buffer without memory gets that of the block.
    /// - Returns: The number of frames, what is known of them, and their time.
    fileprivate func take(
      _ count: Int, into buffers: UnsafeMutableAudioBufferListPointer
    ) -> (frames: Int, flags: MTAudioProcessingTapFlags, time: CMTimeRange) {
      var taken = max(0, min(count, rest.count))
      for (channel, buffer) in buffers.enumerated() where channel < channels {
        if unsafe buffer.mData != nil { taken = min(taken, Int(buffer.mDataByteSize) / 4) }
      }
      for channel in 0..<min(channels, buffers.count) {
        let samples = unsafe source + channel * Self.most + rest.lowerBound
        var buffer = buffers[channel]
        if let data = unsafe buffer.mData {
          unsafe data.copyMemory(from: samples, byteCount: 4 * taken)
        } else {
          unsafe buffer.mData = UnsafeMutableRawPointer(samples)
        }
        buffer.mDataByteSize = UInt32(4 * taken)
        buffers[channel] = buffer
      }
      let rate = CMTimeScale(sampleRate)
      let begin = CMTime(value: start + Int64(rest.lowerBound), timescale: rate)
      let time = CMTimeRange(
        start: tap.origin.withLock { $0 } + begin,
        duration: CMTime(value: Int64(taken), timescale: rate))
      rest = rest.lowerBound + taken..<rest.upperBound
      return (taken, isFirst ? kMTAudioProcessingTapFlag_StartOfStream : 0, time)
    }
  }
}

/// Creates a tap.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - callbacks: The functions, which are copied.
///   - flags: Where in the mix the tap is.
///   - tapOut: The tap.
/// - Returns: 0.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags,
  _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
  unsafe tapOut.pointee = MTAudioProcessingTap(callbacks.pointee, flags: flags)
  return noErr
}

/// Creates a tap that the caller owns.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - callbacks: The functions, which are copied.
///   - flags: Where in the mix the tap is.
///   - tapOut: The tap.
/// - Returns: 0.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags,
  _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
  let tap = unsafe MTAudioProcessingTap(callbacks.pointee, flags: flags)
  unsafe tapOut.pointee = Unmanaged.passRetained(tap)
  return noErr
}

/// What the init callback has stored.
public func MTAudioProcessingTapGetStorage(
  _ tap: MTAudioProcessingTap
) -> UnsafeMutableRawPointer {
  guard let storage = unsafe tap.storage else {
    preconditionFailure("the init callback of this tap has stored nothing")
  }
  return unsafe storage
}

/// Gives the process callback the sound of the track.
///
/// - Parameters:
///   - tap: The tap whose callback is running.
///   - numberFrames: The wanted number of frames.
///   - bufferListInOut: Where they go; buffers without memory get that of the source.
///   - flagsOut: What is known about the frames.
///   - timeRangeOut: The time of the asset.
///   - numberFramesOut: The number of frames.
/// - Returns: 0; −50 outside of the callback.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount,
  _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?,
  _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard let stage = tap.stage else { return -50 }
  let list = unsafe UnsafeMutableAudioBufferListPointer(bufferListInOut)
  let (frames, flags, time) = stage.take(numberFrames, into: list)
  unsafe flagsOut?.pointee = flags
  unsafe timeRangeOut?.pointee = time
  unsafe numberFramesOut?.pointee = frames
  return noErr
}
