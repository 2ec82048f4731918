import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawaySources
import CutawayTime

/// Plays a video track: for each output frame, the source frame visible at that time, or none.
struct VideoPlayer<Reader: SourceReader>: Player {
  let schedule: Schedule
  let frameDuration: MediaTime
  var warnings: [String] = []
  var pool: ReaderPool<Reader> { sources.pool }

  private let sources: FilmOpening<Reader>
  private let frameCount: Int64
  private var walk: FrameWalk
  private var reading = SegmentReading<FrameCursor<Reader>>()
  private var missing: MissingSegments
  private var hasBeenAskedFor = false
  /// The output frame at which a reader failed.
  private var failedFrame: Int64?

  /// How long before its first frame a file is opened.
  private static var lookAhead: MediaTime { MediaTime(1) }

  init(
    _ schedule: Schedule, frameDuration: MediaTime, frames: FrameFormat,
    decodingShare: Double = 1, onMissing: MissingSegments.Policy, pool: ReaderPool<Reader>
  ) {
    sources = FilmOpening(pool: pool, frames: frames, decodingShare: decodingShare)
    missing = MissingSegments(onMissing)
    self.schedule = schedule
    self.frameDuration = frameDuration
    frameCount = schedule.duration.ceiled(in: frameDuration)
    walk = FrameWalk(0..<frameCount)
  }

  var format: StreamFormat {
    .video(
      numerator: Int(frameDuration.denominator), denominator: Int(frameDuration.numerator),
      frames: sources.frames)
  }

  var duration: Int64 { nanoseconds(frameCount) }

  mutating func seek(to passage: Passage) {
    // A time in whole nanoseconds is at most one less than the time of the intended frame.
    let first = MediaTime(nanoseconds: passage.start + 1).floored(in: frameDuration)
    let end = passage.end.map { MediaTime(nanoseconds: $0).ceiled(in: frameDuration) }
    let bound = min(max(0, end ?? frameCount), frameCount)
    walk = FrameWalk(passage, first: first, end: bound)
    // The first passage is the whole track. Any other request means that a user seeks.
    reading.isInteractive = hasBeenAskedFor || walk.isBackward
    hasBeenAskedFor = true
    failedFrame = nil
  }

  mutating func next() throws(ElementError) -> TimelineOutput<Reader.Sample> {
    guard let span = walk.next else { return .end }
    let time = frameDuration * Int(span.lowerBound)
    guard let index = schedule.index(at: time), firstFrame(of: index) <= span.lowerBound else {
      return skipHole(at: time)
    }
    if missing.contains(index) { return pass(index, at: time) }
    let (schedule, sources) = (schedule, sources)
    reading.enter(index, of: schedule, in: sources.pool) { [frameDuration] index in
      sources.open(schedule.segments[index], at: time, frameDuration)
    }
    // The target of a seek has priority over preparing other segments.
    if walk.hasStarted { prepare(walk.isBackward ? index - 1 : index + 1, ifCloseTo: time) }
    return try show(schedule.segments[index], at: time, for: span)
  }

  private mutating func show(
    _ segment: SourceSegment, at time: MediaTime, for span: Range<Int64>
  ) throws(ElementError) -> TimelineOutput<Reader.Sample> {
    guard let index = reading.current?.index else { return .interrupted }
    let source = segment.mapping.sourceTime(ofFrameAt: time, duration: frameDuration)
    // Frames before the last one are needed next, as if a user stepped back.
    reading.current?.cursor.isInteractive =
      reading.isInteractive || segment.mapping.isReversed
    let result: FrameCursor<Reader>.Result
    do throws(ElementError) {
      guard let found = try reading.current?.cursor.frame(at: source) else { return .interrupted }
      result = found
    } catch {
      let mayRetry = reading.current?.cursor.reader.mayRecover == true
      reading.discardCurrent(to: pool)
      // A flush can break an intact stream, so it is reopened once.
      if mayRetry, failedFrame != span.lowerBound {
        failedFrame = span.lowerBound
        return try next()
      }
      let fault = ElementError(error, of: segment, index, at: source, time)
      warnings.append(try missing.leaveOut(index, fault))
      return pass(index, at: time)
    }
    warnOfHole(in: segment)
    warnOfEnd(of: segment, at: source)
    switch result {
    case .frame(let sample):
      walk.advance()
      return .frame(
        sample, start: nanoseconds(span.lowerBound), end: nanoseconds(span.upperBound))
    case .interrupted:
      return .interrupted
    }
  }

  private mutating func warnOfHole(in segment: SourceSegment) {
    let source = segment.mapping.source
    guard let cursor = reading.current?.cursor, !cursor.hasWarnedOfHole, let hole = cursor.hole,
      hole.overlaps(source)
    else { return }
    reading.current?.cursor.hasWarnedOfHole = true
    warnings.append(
      "\(segment.source): there are no frames from \(hole.start.shortText) to "
        + "\(hole.end.shortText) s, in the segment that shows "
        + "\(source.text) s")
  }

  /// Warns once if the picture ends earlier than the segment, by more than files usually do.
  private mutating func warnOfEnd(of segment: SourceSegment, at time: MediaTime) {
    guard let cursor = reading.current?.cursor, !cursor.hasWarned, let end = cursor.end,
      time >= end, segment.mapping.source.end > end + Self.raggedness
    else { return }
    reading.current?.cursor.hasWarned = true
    warnings.append(
      "\(segment.source): ends at \(end.shortText) s, before the segment that shows "
        + "\(segment.mapping.source.text) s; its last frame stays")
  }

  /// How much earlier than other tracks of its file a picture may end without a warning.
  private static var raggedness: MediaTime { MediaTime(1, over: 10) }

  // MARK: Holes

  private mutating func skipHole(at time: MediaTime) -> TimelineOutput<Reader.Sample> {
    let following = schedule.index(at: time)
    let previous = (following ?? schedule.segments.count) - 1
    let start = previous < 0 ? 0 : endFrame(of: previous)
    let end = following.map(firstFrame(of:)) ?? frameCount
    prepare(walk.isBackward ? previous : following ?? schedule.segments.count, ifCloseTo: time)
    // Not the whole gap at once: the next file must be opened before the end of a long gap.
    let span = walk.skip(atMost: 25) { $0 >= start && $0 < end }
    return span.map(gap) ?? .end
  }

  /// Outputs a gap in place of a segment.
  private mutating func pass(_ index: Int, at time: MediaTime) -> TimelineOutput<Reader.Sample> {
    let (start, end) = (firstFrame(of: index), endFrame(of: index))
    prepare(walk.isBackward ? index - 1 : index + 1, ifCloseTo: time)
    let span = walk.skip(atMost: 25) { $0 >= start && $0 < end }
    return span.map(gap) ?? .end
  }

  private func gap(_ span: Range<Int64>) -> TimelineOutput<Reader.Sample> {
    .gap(start: nanoseconds(span.lowerBound), end: nanoseconds(span.upperBound))
  }

  private func firstFrame(of index: Int) -> Int64 {
    schedule.segments[index].mapping.target.start.ceiled(in: frameDuration)
  }

  /// The number of the frame after a segment's last one.
  private func endFrame(of index: Int) -> Int64 {
    schedule.segments[index].mapping.target.end.ceiled(in: frameDuration)
  }

  // MARK: Opening

  private mutating func prepare(_ index: Int, ifCloseTo time: MediaTime) {
    guard schedule.segments.indices.contains(index) else { return }
    let frame = walk.isBackward ? endFrame(of: index) - 1 : firstFrame(of: index)
    let first = frameDuration * Int(frame)
    guard walk.isBackward ? time - first <= Self.lookAhead : first - time <= Self.lookAhead else {
      return
    }
    let (schedule, sources) = (schedule, sources)
    reading.prepare(index, of: schedule, in: sources.pool) { [frameDuration] index in
      sources.open(schedule.segments[index], at: first, frameDuration)
    }
  }

  private func nanoseconds(_ frame: Int64) -> Int64 { (frameDuration * Int(frame)).nanoseconds }
}

extension FrameCursor: SourceCursor {
  static var goesAnywhere: Bool { true }
}

/// Opens the sources of a video track.
private struct FilmOpening<Reader: SourceReader> {
  let pool: ReaderPool<Reader>
  let frames: FrameFormat
  let decodingShare: Double

  /// Starts to read a segment at a time of the timeline.
  func open(
    _ segment: SourceSegment, at time: MediaTime, _ frameDuration: MediaTime
  ) -> FrameCursor<Reader> {
    let start = segment.mapping.sourceTime(ofFrameAt: time, duration: frameDuration)
    let request = MediaReader.Request(
      segment.source, trackIndex: segment.trackIndex, output: .video,
      colorimetry: segment.colorimetry?.gstreamerText, frames: frames,
      decodingShare: decodingShare, decoder: segment.decoder, size: segment.size)
    let picture = pool.picture(of: request)
    let reading = FrameCursor<Reader>.readingStart(of: start, by: picture)
    return FrameCursor(
      pool.reader(for: request, from: reading.nanoseconds), by: picture, from: start)
  }
}
