import ElementKit
import GStreamerBridge
import MediaTime

/// Finds the frame shown at a time of a source, for times that do not go back.
struct FrameCursor: SourceCursor {
  let reader: MediaReader
  /// Whether the user has been told that the source ended early.
  var hasWarned = false

  /// Where reading started; frames before it may be missing.
  private let start: MediaTime
  private var current: Frame?
  private var following: Frame?
  private var hasEnded = false
  private var hasLookedBack = false

  private struct Frame {
    var sample: MediaSample
    var time: MediaTime
  }

  enum Result {
    case frame(MediaSample)
    /// The source has ended; its last frame's time was up at the given time.
    case ended(at: MediaTime)
    case interrupted
  }

  init(_ reader: MediaReader, from start: MediaTime) {
    self.reader = reader
    self.start = start
  }

  /// How much earlier than its container says a source may end: files end raggedly.
  var slack: MediaTime { current.map { frameDuration(of: $0.sample) } ?? .zero }

  /// The last frame whose time is not after `time`, or the first one.
  mutating func frame(at time: MediaTime) throws(ElementError) -> Result {
    while true {
      if let next = following {
        if next.time > time, current != nil { break }
        if next.time > time, !hasLookedBack, start > .zero {
          // A seek drops frames that end before its target by the container's rounded times; by
          // exact ones the last of them may be the frame that we want.
          lookBack(by: frameDuration(of: next.sample))
          continue
        }
        current = next
        following = nil
        hasLookedBack = true
        if next.time > time { break }
      }
      if hasEnded { break }
      switch try reader.next() {
      case .interrupted: return .interrupted
      case .end: hasEnded = true
      case .sample(let sample): following = Frame(sample: sample, time: exactTime(of: sample))
      }
    }
    guard let current else { return .ended(at: .zero) }
    if hasEnded, following == nil, !reader.isStill {
      let end = current.time + frameDuration(of: current.sample)
      if time >= end { return .ended(at: end) }
    }
    return .frame(current.sample)
  }

  private mutating func lookBack(by duration: MediaTime) {
    hasLookedBack = true
    following = nil
    hasEnded = false
    reader.seek(to: max(.zero, start - duration).nanoseconds)
  }

  private func frameDuration(of sample: MediaSample) -> MediaTime {
    if sample.frameRate.numerator > 0 {
      return MediaTime(Int64(sample.frameRate.denominator), over: Int64(sample.frameRate.numerator))
    }
    return MediaTime(nanoseconds: sample.duration ?? 0)
  }

  /// The time of a frame, with the container's rounding undone where the frame rate explains it.
  ///
  /// Containers count in ticks: Matroska mostly in milliseconds, MPEG-TS in 90,000ths of a second.
  /// Taken literally, frame 2 of 30 a second would come at 67 ms, too late for a cut at 2/30.
  private func exactTime(of sample: MediaSample) -> MediaTime {
    let given = MediaTime(nanoseconds: sample.start)
    let unit = frameDuration(of: sample)
    guard sample.frameRate.numerator > 0 else { return given }
    let nearest = unit * Int(given.rounded(in: unit))
    let tolerance: Int64 = sample.start % 1_000_000 == 0 ? 500_001 : 6_000
    let difference = (nearest - given).nanoseconds
    return abs(difference) <= tolerance ? nearest : given
  }
}
