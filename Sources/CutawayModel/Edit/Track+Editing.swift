public import CutawayTime

// Edits as in AVFoundation's `AVMutableCompositionTrack`: later segments move.

extension Track {
  /// Inserts media at natural speed.
  ///
  /// Later segments move back by its duration.
  ///
  /// A segment that contains `time` is split. If `time` is past the end, an empty segment precedes
  /// the media.
  ///
  /// - Throws: `CompositionError` if the source range is empty or starts before 0, or `time` lies
  ///   before 0.
  public mutating func insert(
    _ media: Segment.Media, at time: MediaTime
  ) throws(CompositionError) {
    if media.source.isEmpty {
      throw CompositionError(.emptyRange, "cannot insert the range \(media.source.text) s")
    }
    if media.source.start < .zero {
      throw CompositionError(
        .outOfRange, "the range \(media.source.text) s starts before the media")
    }
    let target = TimeRange(start: time, duration: media.source.duration)
    try insert([Segment(target: target, media: media)], at: time)
  }

  /// Inserts an empty range.
  ///
  /// Later segments move back by its duration.
  ///
  /// At or past the end this has no effect, because a track cannot end with an empty segment.
  ///
  /// - Throws: `CompositionError` if the range is empty or starts before 0.
  public mutating func insertEmpty(_ range: TimeRange) throws(CompositionError) {
    if range.isEmpty {
      throw CompositionError(.emptyRange, "cannot insert the range \(range.text) s")
    }
    if range.start >= duration { return }
    try insert([Segment(target: range)], at: range.start)
  }

  /// Removes a range.
  ///
  /// Later segments move forward by its duration.
  ///
  /// The part of the range past the end of the track is ignored.
  ///
  /// - Throws: `CompositionError` if the range is empty or starts before 0.
  public mutating func remove(_ range: TimeRange) throws(CompositionError) {
    try checkStart(range)
    setEdited(
      parts(before: range.start) + parts(from: range.end).map { $0.moved(by: -range.duration) })
  }

  /// Stretches or compresses a range to another duration.
  ///
  /// Later segments move.
  ///
  /// Segments are split at the ends of the range. Those inside change their speed.
  ///
  /// - Throws: `CompositionError` if the range or the duration is empty, or the range starts
  ///   before 0 or ends past the end of the track.
  public mutating func scale(
    _ range: TimeRange, to newDuration: MediaTime
  ) throws(CompositionError) {
    if range.end > duration {
      throw CompositionError(
        .outOfRange, "\(range.text) s ends past the track's end, \(duration.text) s")
    }
    try stretch(range, to: newDuration)
  }

  /// Stretches or compresses a range, which may end past the end of the track.
  mutating func stretch(
    _ range: TimeRange, to newDuration: MediaTime
  ) throws(CompositionError) {
    try checkStart(range)
    if newDuration <= .zero {
      throw CompositionError(.emptyRange, "cannot scale to a duration of \(newDuration.text) s")
    }
    let factor = newDuration / range.duration
    func scaled(_ time: MediaTime) -> MediaTime { range.start + (time - range.start) * factor }
    let inside = segments.compactMap { $0.clipped(to: range) }.map { part in
      Segment(
        target: TimeRange(start: scaled(part.target.start), end: scaled(part.target.end)),
        media: part.media)
    }
    let shift = newDuration - range.duration
    setEdited(
      parts(before: range.start) + inside + parts(from: range.end).map { $0.moved(by: shift) })
  }

  /// Inserts segments one after another, whatever their own times.
  ///
  /// Later segments move back by their durations.
  ///
  /// - Throws: `CompositionError` if `time` lies before 0.
  package mutating func insert(
    _ segments: [Segment], at time: MediaTime
  ) throws(CompositionError) {
    if time < .zero {
      throw CompositionError(.outOfRange, "cannot insert before 0: \(time.text) s")
    }
    var head = parts(before: time), end = time
    if time > duration {
      head.append(Segment(target: TimeRange(start: duration, end: time)))
    }
    for segment in segments {
      head.append(segment.moved(by: end - segment.target.start))
      end += segment.target.duration
    }
    setEdited(head + parts(from: time).map { $0.moved(by: end - time) })
  }

  private func checkStart(_ range: TimeRange) throws(CompositionError) {
    if range.isEmpty { throw CompositionError(.emptyRange, "the range \(range.text) s is empty") }
    if range.start < .zero {
      throw CompositionError(.outOfRange, "the range \(range.text) s starts before 0")
    }
  }

  private func parts(before time: MediaTime) -> [Segment] {
    segments.compactMap { $0.clipped(to: TimeRange(start: .zero, end: time)) }
  }

  private func parts(from time: MediaTime) -> [Segment] {
    segments.compactMap { $0.clipped(to: TimeRange(start: time, end: max(time, duration))) }
  }
}
