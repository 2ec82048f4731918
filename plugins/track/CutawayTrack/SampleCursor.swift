import CutawayElementBridge
import CutawayElementKit
import CutawayTime

/// Finds the samples at a position of a source, for positions that do not go back.
struct SampleCursor: SourceCursor {
  static let goesAnywhere = false
  let reader: MediaReader
  /// Whether the user has been told that the source ended early.
  var hasWarned = false

  /// How far before the wanted sample reading starts: AAC needs the frame before, MP3 up to nine of
  /// them.
  static let warmUp = MediaTime(1, over: 4)
  /// How long there may be silence where a file is played slowly from its start, in seconds, so that what
  /// follows is on time.
  static let bearableSilence = 0.05

  /// What plays the samples at another speed and pitch.
  var varispeed: Varispeed?

  private let unit: MediaTime
  private let frameSize: Int
  /// How much earlier than its place sound comes, in samples.
  private let lead: Int64
  private var block: Block?
  /// A block that has been read, but comes after `block`.
  private var following: Block?
  /// Where the sound ends by its file's word, once that is open: what fills the last packet is none.
  private var soundEnd = Int64.max
  private var hasEnded = false
  /// Whether only one block has been read.
  private var isFirst = true

  private struct Block {
    var sample: MediaSample
    /// The position of its first sample.
    var start: Int64
    var count: Int64
    var end: Int64 { start + count }
  }

  enum Result {
    /// Part of a buffer.
    case samples(MediaSample, part: Range<Int>)
    /// That many samples that the source does not have.
    case silence(count: Int64)
    case interrupted
  }

  init(_ reader: MediaReader, unit: MediaTime, channels: Int, lead: Int64 = 0) {
    self.reader = reader
    self.unit = unit
    self.lead = lead
    frameSize = channels * MemoryLayout<Float>.stride
  }

  /// Where what has been read so far ends; `nil` where nothing was found.
  var end: Int64? { block.map { min($0.end, soundEnd) } }
  /// Whether nothing comes after that.
  var isAtEnd: Bool { hasEnded && following == nil }

  /// Up to `count` samples from `position` on; at least one.
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
  /// False if that was interrupted.
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

  /// Counts on from the block before; time stamps are too coarse for that, and only tell of holes.
  ///
  /// The first block after a seek has been cut by a decoder at a time in nanoseconds, maybe one
  /// sample off. It gets its place from the second, which was not cut.
  private mutating func placed(_ sample: MediaSample, after last: Block) -> Block {
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

  private func stamped(_ sample: MediaSample) -> Int64 {
    MediaTime(nanoseconds: sample.start).rounded(in: unit) + lead
  }

  private func count(of sample: MediaSample) -> Int64 { Int64(sample.size / frameSize) }
}
