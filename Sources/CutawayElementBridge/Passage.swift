import CCutawayGStreamer

/// The part of a timeline that is to be played, and how.
public struct Passage: Sendable, Hashable {
  /// In nanoseconds, as is the end.
  public var start: Int64
  /// `nil` is the end of the timeline.
  public var end: Int64?
  /// Seconds of the timeline a second; below 0 it is played from its end to its start.
  public var rate: Double
  /// Whether frames may be left out where the rate is so high that they could not all be seen.
  public var skips: Bool

  public init(start: Int64 = 0, end: Int64? = nil, rate: Double = 1, skips: Bool = false) {
    self.start = start
    self.end = end
    self.rate = rate
    self.skips = skips
  }

  public var isBackward: Bool { rate < 0 }
}

extension Passage {
  /// What a segment asks for.
  init(_ segment: GstSegment) {
    let unknown = gst_swift_unknown_time()
    // Without a flush, the position is where the stream stands, not where the passage begins.
    let isBackward = segment.rate < 0
    self.init(
      start: bounded(isBackward ? segment.start : segment.position),
      end: isBackward
        ? bounded(segment.position) : segment.stop == unknown ? nil : bounded(segment.stop),
      rate: segment.rate,
      skips: segment.flags.rawValue & GST_SEGMENT_FLAG_TRICKMODE.rawValue != 0)
  }
}

/// A time within what can still be added to.
private func bounded(_ time: guint64) -> Int64 { min(Int64(clamping: time), 1 << 62) }
