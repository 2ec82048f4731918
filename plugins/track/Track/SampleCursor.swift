import ElementKit
import GStreamerBridge
import MediaTime

/// Finds the samples at a position of a source, for positions that do not go back.
struct SampleCursor: Sendable {
  let reader: MediaReader

  /// How far before the wanted sample reading starts: AAC needs the frame before, MP3 up to nine of
  /// them.
  static let warmUp = MediaTime(1, over: 4)

  private let unit: MediaTime
  private var block: Block?
  private var hasEnded = false
  /// Where the next block starts if the stream has no holes.
  private var expected: Int64?

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

  init(_ reader: MediaReader, unit: MediaTime) {
    self.reader = reader
    self.unit = unit
  }

  /// Up to `count` samples from `position` on; at least one.
  mutating func samples(at position: Int64, count: Int64) throws(ElementError) -> Result {
    while true {
      if let block, block.end > position {
        if block.start > position {
          return .silence(count: min(count, block.start - position))
        }
        let first = position - block.start
        let end = min(first + count, block.count)
        return .samples(block.sample, part: Int(first)..<Int(end))
      }
      if hasEnded { return .silence(count: count) }
      switch try reader.next() {
      case .interrupted: return .interrupted
      case .end: hasEnded = true
      case .sample(let sample): block = place(sample)
      }
    }
  }

  /// Counts on from the block before; time stamps are too coarse for that, and only tell of holes.
  private mutating func place(_ sample: MediaSample) -> Block {
    guard case .audio(let format, _, _) = reader.request.output else {
      return Block(sample: sample, start: 0, count: 0)
    }
    let stamped = MediaTime(nanoseconds: sample.start).rounded(in: unit)
    let hole = MediaTime(1, over: 50).rounded(in: unit)
    let start = expected.map { abs($0 - stamped) < hole ? $0 : stamped } ?? stamped
    let count = Int64(sample.size / (format.channels * MemoryLayout<Float>.stride))
    expected = start + count
    return Block(sample: sample, start: start, count: count)
  }
}
