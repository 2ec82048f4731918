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
  /// The segment that plays, and the one that gets ready.
  private var current: Cursor?
  private var upcoming: Cursor?

  /// How far ahead of its first frame a file is opened.
  private static let lookAhead = MediaTime(1)

  private struct Cursor {
    var index: Int
    var frames: FrameCursor
  }

  init(_ schedule: Schedule, frameDuration: MediaTime) {
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
    for cursor in [current, upcoming].compactMap(\.self) { pool.release(cursor.frames.reader) }
    (current, upcoming) = (nil, nil)
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
    enter(index, at: time)
    prepareNext(after: index, at: time)
    return try show(segment, at: time)
  }

  private mutating func show(
    _ segment: SourceSegment, at time: MediaTime
  ) throws(ElementError) -> SourceOutput {
    guard var cursor = current else { return .interrupted }
    let source = segment.mapping.sourceTime(at: time)
    let result: FrameCursor.Result
    do throws(ElementError) {
      result = try cursor.frames.frame(at: source)
    } catch {
      pool.discard(cursor.frames.reader)
      current = nil
      throw ElementError(
        "\(segment.location): \(error) (segment \(cursor.index), at \(source.seconds) s)")
    }
    current = cursor
    switch result {
    case .frame(let sample):
      let (start, end) = (nanoseconds(frame), nanoseconds(frame + 1))
      frame += 1
      return .frame(sample, start: start, end: end)
    case .ended(let end):
      if !cursor.frames.hasWarned, segment.mapping.source.end > end + cursor.frames.slack {
        current?.frames.hasWarned = true
        warnings.append(
          "\(segment.location): ends at \(end.seconds) s, before the segment that shows "
            + "\(segment.mapping.source.start.seconds)…\(segment.mapping.source.end.seconds) s")
      }
      return gap(until: frame + 1)
    case .interrupted:
      return .interrupted
    }
  }

  /// Makes the segment `index` the current one.
  private mutating func enter(_ index: Int, at time: MediaTime) {
    if current?.index == index { return }
    if let old = current, old.index + 1 == index,
      schedule.segments[old.index].continues(with: schedule.segments[index])
    {
      current?.index = index
      return
    }
    if let old = current { pool.release(old.frames.reader) }
    if upcoming?.index == index {
      current = upcoming
      upcoming = nil
    } else {
      current = open(index, at: time)
    }
  }

  private mutating func prepareNext(after index: Int, at time: MediaTime) {
    let next = index + 1
    guard next < schedule.segments.count,
      !schedule.segments[index].continues(with: schedule.segments[next])
    else { return }
    prepare(next, ifCloseTo: time)
  }

  private mutating func prepare(_ index: Int, ifCloseTo time: MediaTime) {
    let start = schedule.segments[index].mapping.target.start
    guard upcoming?.index != index, start - time <= Self.lookAhead else { return }
    if let other = upcoming { pool.release(other.frames.reader) }
    upcoming = open(index, at: frameDuration * Int(start.ceiled(in: frameDuration)))
  }

  private func open(_ index: Int, at time: MediaTime) -> Cursor {
    let segment = schedule.segments[index]
    let start = segment.mapping.sourceTime(at: time)
    let request = MediaReader.Request(
      location: segment.location, trackIndex: segment.trackIndex, output: .video)
    return Cursor(
      index: index,
      frames: FrameCursor(pool.reader(for: request, from: start.nanoseconds), from: start))
  }

  private mutating func gap(until end: Int64) -> SourceOutput {
    let start = frame
    frame = end
    return .gap(start: nanoseconds(start), end: nanoseconds(end))
  }

  private func nanoseconds(_ frame: Int64) -> Int64 { (frameDuration * Int(frame)).nanoseconds }
}
