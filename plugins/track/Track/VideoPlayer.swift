import Composition
import ElementKit
import GStreamerBridge
import MediaTime

/// Plays a video track: for each output frame the source frame shown at its instant, or none.
struct VideoPlayer: Player, Sendable {
  let schedule: Schedule
  let frameDuration: MediaTime
  let pool = ReaderPool()
  var warnings: [String] = []

  /// The next output frame.
  private var frame: Int64 = 0
  private let frameCount: Int64
  private var reading = SegmentReading<FrameCursor>()
  private var missing: MissingSegments

  /// How far ahead of its first frame a file is opened.
  private static let lookAhead = MediaTime(1)

  init(_ schedule: Schedule, frameDuration: MediaTime, onMissing: MissingSegments.Policy) {
    missing = MissingSegments(onMissing)
    self.schedule = schedule
    self.frameDuration = frameDuration
    frameCount = schedule.duration.ceiled(in: frameDuration)
  }

  var format: StreamFormat {
    .video(
      numerator: Int(frameDuration.denominator), denominator: Int(frameDuration.numerator))
  }

  var duration: Int64 { nanoseconds(frameCount) }

  mutating func seek(to time: Int64) {
    // A time in whole nanoseconds lies up to one before the frame that it means.
    frame = max(0, MediaTime(nanoseconds: time + 1).floored(in: frameDuration))
    reading.leave(pool)
  }

  mutating func next() throws(ElementError) -> SourceOutput {
    guard frame < frameCount else { return .end }
    let time = frameDuration * Int(frame)
    guard let index = schedule.index(at: time) else { return gap(until: frameCount) }
    let segment = schedule.segments[index]
    let first = segment.mapping.target.start.ceiled(in: frameDuration)
    if first > frame {
      prepare(index, ifCloseTo: time)
      // Not all at once: a file must be opened in time for the end of a long gap.
      return gap(until: min(first, frame + 25))
    }
    if missing.contains(index) { return pass(segment) }
    reading.enter(index, of: schedule, in: pool) { [schedule, pool] index in
      Self.open(schedule.segments[index], at: time, in: pool)
    }
    if index + 1 < schedule.segments.count { prepare(index + 1, ifCloseTo: time) }
    return try show(segment, at: time)
  }

  private mutating func show(
    _ segment: SourceSegment, at time: MediaTime
  ) throws(ElementError) -> SourceOutput {
    guard let index = reading.current?.index, var cursor = reading.current?.cursor else {
      return .interrupted
    }
    let source = segment.mapping.sourceTime(at: time)
    let result: FrameCursor.Result
    do throws(ElementError) {
      result = try cursor.frame(at: source)
    } catch {
      pool.discard(cursor.reader)
      reading.current = nil
      let fault = ElementError(
        "\(segment.location): \(error) (segment \(index), at \(source.seconds) s)")
      warnings.append(try missing.leaveOut(index, fault))
      return pass(segment)
    }
    reading.current?.cursor = cursor
    switch result {
    case .frame(let sample):
      let (start, end) = (nanoseconds(frame), nanoseconds(frame + 1))
      frame += 1
      return .frame(sample, start: start, end: end)
    case .ended(let end):
      if !cursor.hasWarned, segment.mapping.source.end > end + cursor.slack {
        reading.current?.cursor.hasWarned = true
        warnings.append(
          "\(segment.location): ends at \(end.seconds) s, before the segment that shows "
            + "\(segment.mapping.source.start.seconds)…\(segment.mapping.source.end.seconds) s")
      }
      return gap(until: frame + 1)
    case .interrupted:
      return .interrupted
    }
  }

  private mutating func prepare(_ index: Int, ifCloseTo time: MediaTime) {
    let start = schedule.segments[index].mapping.target.start
    guard start - time <= Self.lookAhead else { return }
    let first = frameDuration * Int(start.ceiled(in: frameDuration))
    reading.prepare(index, of: schedule, in: pool) { [schedule, pool] index in
      Self.open(schedule.segments[index], at: first, in: pool)
    }
  }

  private static func open(
    _ segment: SourceSegment, at time: MediaTime, in pool: ReaderPool
  ) -> FrameCursor {
    let start = segment.mapping.sourceTime(at: time)
    let request = MediaReader.Request(
      location: segment.location, trackIndex: segment.trackIndex, output: .video)
    return FrameCursor(pool.reader(for: request, from: start.nanoseconds), from: start)
  }

  /// Shows nothing until the end of a segment; not all at once, so that the next is opened in time.
  private mutating func pass(_ segment: SourceSegment) -> SourceOutput {
    let end = segment.mapping.target.end.ceiled(in: frameDuration)
    return gap(until: min(max(end, frame + 1), frame + 25, frameCount))
  }

  private mutating func gap(until end: Int64) -> SourceOutput {
    let start = frame
    frame = end
    return .gap(start: nanoseconds(start), end: nanoseconds(end))
  }

  private func nanoseconds(_ frame: Int64) -> Int64 { (frameDuration * Int(frame)).nanoseconds }
}
