public import Cutaway
import CutawayElementBridge
import CutawayRuntime

/// A block of sound in memory.
public struct SoundBlock: Sendable, Hashable {
  /// When the first sample is heard.
  public var time: MediaTime
  /// The samples of a channel in a second.
  public let sampleRate: Int
  /// The number of channels, in the order of WAV: left, right, centre, LFE, back, side.
  public let channels: Int
  /// The samples from -1 to 1: those of all channels at one time, then those of the next one.
  public var samples: [Float]

  /// Creates a block.
  ///
  /// - Precondition: There are 1 to 8 channels, `sampleRate` is positive, and the samples of all channels have the same
  ///   number.
  public init(_ samples: [Float], sampleRate: Int, channels: Int, at time: MediaTime) {
    precondition(
      (1...8).contains(channels) && sampleRate > 0 && samples.count % channels == 0,
      "\(samples.count) samples are not those of \(channels) channels")
    (self.samples, self.sampleRate, self.channels) = (samples, sampleRate, channels)
    self.time = time
  }

  /// How long the block is.
  public var duration: MediaTime {
    MediaTime(Int64(samples.count / channels), over: Int64(sampleRate))
  }

  /// The caps of such blocks.
  static func caps(sampleRate: Int, channels: Int) -> String {
    let mask =
      channels > 2 ? ",channel-mask=(bitmask)0x\(String((1 << channels) - 1, radix: 16))" : ""
    return "audio/x-raw,layout=interleaved,format=F32LE,rate=\(sampleRate),channels=\(channels)"
      + mask
  }

  /// The block for GStreamer.
  func buffer(from start: MediaTime) -> FedBuffer {
    unsafe FedBuffer(
      caps: Self.caps(sampleRate: sampleRate, channels: channels), size: samples.count * 4,
      start: start.nanoseconds, duration: duration.nanoseconds
    ) { target in
      unsafe samples.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
  }
}
