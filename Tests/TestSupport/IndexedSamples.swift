/// Sound in which each stereo sample identifies itself, for lossless paths only.
///
/// The 32 bits of a 16-bit stereo sample hold its index (22 bits: 87 seconds at 48 kHz), its clip
/// (4 bits) and a checksum (6 bits). One changed bit makes the sample unreadable: a gain other than
/// 1, dither, resampling, mixing and lossy codecs all show. Silence is not a code.
public struct IndexedSamples: Sendable, Hashable {
  public var clip: Int
  public var index: Int

  /// The two halves of the sample at `index` of `clip`, of which 4 and 22 bits are kept.
  public static func sample(clip: Int, index: Int) -> (left: Int16, right: Int16) {
    let payload = UInt32(clip & 0xF) << 22 | UInt32(index & 0x3F_FFFF)
    let word = payload << 6 | checksum(payload)
    return (
      Int16(bitPattern: UInt16(word >> 16)), Int16(bitPattern: UInt16(truncatingIfNeeded: word))
    )
  }

  /// Reads a sample back, or gives `nil` if it is not exactly as it was written.
  public init?(left: Float, right: Float) {
    guard let high = Int16(exactly: left * 32768), let low = Int16(exactly: right * 32768) else {
      return nil
    }
    let word = UInt32(UInt16(bitPattern: high)) << 16 | UInt32(UInt16(bitPattern: low))
    guard Self.checksum(word >> 6) == word & 0x3F else { return nil }
    clip = Int(word >> 28)
    index = Int(word >> 6 & 0x3F_FFFF)
  }

  private static func checksum(_ payload: UInt32) -> UInt32 {
    ((payload &+ 1) &* 0x9E37_79B1) >> 26 ^ 0x2A
  }
}

/// A range of output samples that equals a range of a clip.
public struct SampleRun: Sendable, Hashable, CustomStringConvertible {
  public var clip: Int
  /// The range in the output.
  public var output: Range<Int>
  /// The index of its first sample in the clip.
  public var source: Int

  public init(clip: Int, output: Range<Int>, source: Int) {
    self.clip = clip
    self.output = output
    self.source = source
  }

  public var description: String {
    "\(output) = clip \(clip) \(source)..<\(source + output.count)"
  }
}

extension RawAudio {
  /// The ranges of indexed samples in the first two channels, in order.
  ///
  /// Unreadable samples (silence, fades) are between them.
  public var sampleRuns: [SampleRun] {
    guard channels.count >= 2 else { return [] }
    var runs: [SampleRun] = []
    for (position, (left, right)) in zip(channels[0], channels[1]).enumerated() {
      guard let sample = IndexedSamples(left: left, right: right) else { continue }
      if let last = runs.last, last.clip == sample.clip, last.output.upperBound == position,
        last.source + last.output.count == sample.index
      {
        runs[runs.count - 1].output = last.output.lowerBound..<position + 1
      } else {
        runs.append(
          SampleRun(clip: sample.clip, output: position..<position + 1, source: sample.index))
      }
    }
    return runs
  }
}
