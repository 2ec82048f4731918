import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// Finds the samples at a position of a source; positions must not decrease.
struct SampleCursor<Reader: SourceReader>: SourceCursor {
  static var goesAnywhere: Bool { false }
  let reader: Reader
  /// Whether a warning about the early end of the source was issued.
  var hasWarned = false

  /// How far before the wanted sample reading starts.
  ///
  /// AAC needs the previous frame, MP3 up to nine of them.
  static var warmUp: MediaTime { MediaTime(1, over: 4) }
  /// The maximum silence at the start of a slowed-down file, in seconds, so that later sound is on
  /// time.
  static var bearableSilence: Double { 0.05 }

  /// The resampler for a speed that also changes the pitch.
  var varispeed: Varispeed?

  private let unit: MediaTime
  private let frameSize: Int
  /// How much earlier than its position the reader delivers sound, in samples.
  private let lead: Int64
  private var block: Block?
  /// A block after `block` that has already been read.
  private var following: Block?
  /// The end of the sound as its file states; the padding of the last packet does not count.
  private var soundEnd = Int64.max
  private var hasEnded = false
  /// Whether only one block has been read.
  private var isFirst = true

  private struct Block {
    var sample: Reader.Sample
    /// The position of its first sample.
    var start: Int64
    var count: Int64
    var end: Int64 { start + count }
  }

  enum Result {
    /// Part of a buffer.
    case samples(Reader.Sample, part: Range<Int>)
    /// A number of samples that the source does not have.
    case silence(count: Int64)
    case interrupted
  }

  init(_ reader: Reader, unit: MediaTime, channels: Int, lead: Int64 = 0) {
    self.reader = reader
    self.unit = unit
    self.lead = lead
    frameSize = channels * MemoryLayout<Float>.stride
  }

  /// The end of the sound that has been read; `nil` if there was none.
  var end: Int64? { block.map { min($0.end, soundEnd) } }
  /// Whether nothing follows ``end``.
  var isAtEnd: Bool { hasEnded && following == nil }

  /// Up to `count` samples from `position` on, and at least one.
  mutating func samples(at position: Int64, count: Int64) throws(ElementError) -> Result {
    while true {
      if let block, block.end > position {
        if position >= soundEnd {
          (hasEnded, following) = (true, nil)
          return .silence(count: count)
        }
        if block.start > position {
          return .silence(count: min(count, block.start - position))
        }
        let first = position - block.start
        let end = min(first + count, min(block.end, soundEnd) - block.start)
        return .samples(block.sample, part: Int(first)..<Int(end))
      }
      if let next = following {
        block = next
        following = nil
      } else if hasEnded {
        return .silence(count: count)
      } else if try !read() {
        return .interrupted
      }
    }
  }

  /// Reads a block; two at the start.
  ///
  /// Returns `false` if it was interrupted.
  private mutating func read() throws(ElementError) -> Bool {
    switch try reader.next() {
    case .interrupted: return false
    case .end:
      hasEnded = true
      return true
    case .sample(let sample):
      guard let last = block else {
        block = Block(sample: sample, start: stamped(sample), count: count(of: sample))
        if let end = reader.end { soundEnd = MediaTime(nanoseconds: end).rounded(in: unit) + lead }
        return try read()
      }
      following = placed(sample, after: last)
      return true
    }
  }

  /// Positions a block after the previous one; time stamps are too coarse for this, and only reveal
  /// gaps.
  ///
  /// After a seek, a demuxer may cut the first block at a time in nanoseconds, possibly one sample
  /// off. Its position is computed from the second block, which is not cut.
  private mutating func placed(_ sample: Reader.Sample, after last: Block) -> Block {
    let count = count(of: sample), time = stamped(sample)
    let hole = MediaTime(1, over: 50).rounded(in: unit)
    if isFirst {
      isFirst = false
      if last.start > 0, abs(time - last.end) < hole { block?.start = time - last.count }
      return Block(sample: sample, start: block?.end ?? time, count: count)
    }
    return Block(
      sample: sample, start: abs(last.end - time) < hole ? last.end : time, count: count)
  }

  private func stamped(_ sample: Reader.Sample) -> Int64 {
    MediaTime(nanoseconds: sample.start).rounded(in: unit) + lead
  }

  private func count(of sample: Reader.Sample) -> Int64 { Int64(sample.size / frameSize) }
}
