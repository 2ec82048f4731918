import CCutawayGStreamer

/// The time range of a timeline to play, and the rate.
package struct Passage: Sendable, Hashable {
  /// The start of the range in nanoseconds.
  package var start: Int64
  /// The end of the range in nanoseconds; `nil` is the end of the timeline.
  package var end: Int64?
  /// The rate; a negative rate plays from the end to the start.
  package var rate: Double
  /// Whether to skip frames if the rate is too high to show all of them.
  package var skips: Bool

  /// Creates a passage; by default, the whole timeline at normal speed.
  package init(start: Int64 = 0, end: Int64? = nil, rate: Double = 1, skips: Bool = false) {
    self.start = start
    self.end = end
    self.rate = rate
    self.skips = skips
  }

  /// Whether the rate is negative.
  package var isBackward: Bool { rate < 0 }
}

extension Passage {
  /// Creates the passage of a GStreamer segment.
  init(_ segment: GstSegment) {
    let unknown = gst_swift_unknown_time()
    // Without a flush, the position is the current one of the stream, not the start of the passage.
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
