import CutawayContainers
import CutawayElementBridge
package import CutawayElementKit
package import CutawayTime

/// Finds the frame that is visible at any time of a source.
package struct FrameCursor<Reader: SourceReader>: Sendable {
  /// The reader, which the cursor does not close.
  package let reader: Reader
  /// The frames by the index; `nil` if there is none, so that samples state their times.
  package let picture: MediaIndex.Picture?
  /// Whether a warning about the early end of the source was issued.
  package var hasWarned = false
  /// The first time range in which frames are missing.
  package private(set) var hole: TimeRange?
  /// Whether a warning about the missing frames was issued.
  package var hasWarnedOfHole = false
  /// Whether requested times may go back or jump, because a user seeks.
  package var isInteractive = false

  /// The position at which reading started; earlier frames are not available.
  private var origin: MediaTime
  private var run: FrameRun<Reader.Sample>
  private var hasEnded = false

  /// What ``frame(at:)`` returns.
  package enum Result {
    /// The frame that is shown.
    case frame(Reader.Sample)
    /// Another thread interrupted the reader.
    case interrupted
  }

  /// Creates a cursor.
  ///
  /// - Parameters:
  ///   - reader: The reader, which has been opened at ``readingStart(of:by:)``.
  ///   - picture: The frames by the index.
  ///   - time: The first wanted time of the source.
  package init(_ reader: Reader, by picture: MediaIndex.Picture?, from time: MediaTime) {
    self.init(reader, by: picture, readingFrom: Self.readingStart(of: time, by: picture))
  }

  /// Creates a cursor.
  ///
  /// - Parameters:
  ///   - reader: The reader, which has been opened at `origin`.
  ///   - picture: The frames by the index.
  ///   - origin: The position of the reader.
  package init(_ reader: Reader, by picture: MediaIndex.Picture?, readingFrom origin: MediaTime) {
    self.reader = reader
    self.picture = picture
    self.origin = origin
    run = FrameRun(fromBeginning: origin <= .zero)
  }

  /// The time from which on a reader delivers the frame of a time of the source, and all later ones.
  package static func readingStart(of time: MediaTime, by picture: MediaIndex.Picture?) -> MediaTime
  {
    picture?.start(shownAt: time) ?? time
  }

  /// The end of the picture in the time of the source; `nil` if it is not known yet.
  ///
  /// A damaged file ends earlier than its index says.
  package var end: MediaTime? {
    guard hasEnded, !reader.isStill, let last = run.last else { return picture?.length }
    guard let picture else { return last.time + duration(ofLast: last.sample) }
    let frame = picture.nearestFrame(to: last.sample.start)
    return picture.times.appearance(ofFrameAfter: frame) ?? picture.length
  }

  /// Whether there is no frame for a time, because the source ends before it, or is damaged.
  ///
  /// Call it after ``frame(at:)`` with the same time.
  package func lacksFrame(at time: MediaTime) -> Bool {
    guard let picture else { return hasEnded && end.map { time >= $0 } ?? false }
    if time >= picture.length { return true }
    guard hasEnded, let last = run.last else { return false }
    let (shown, frame) = (
      picture.times.frame(at: time), picture.nearestFrame(to: last.sample.start)
    )
    return shown.map { $0 > frame } ?? true
  }

  /// The last frame whose time is not after `time`, or the first one.
  ///
  /// After the end of the source, its last frame stays.
  ///
  /// - Throws: `ElementError` if the source cannot be read, or has no frame.
  package mutating func frame(at time: MediaTime) throws(ElementError) -> Result {
    try frame(of: Self.readingStart(of: time, by: picture))
  }

  /// The frame of ``frame(of:)``; opens the source again, once, if it cannot be sought in, or a seek has
  /// broken it.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - reopen: Returns a cursor whose reader has been opened at this time.
  /// - Returns: The frame.
  /// - Throws: `ElementError` if the source cannot be read, or has no frame.
  package mutating func frame(
    of time: MediaTime, reopening reopen: (MediaTime) -> Self
  ) throws(ElementError) -> Result {
    do throws(ElementError) {
      return try frame(of: time)
    } catch {
      guard reader.mayRecover else { throw error }
      reader.close()
      self = reopen(time)
      return try frame(of: time)
    }
  }

  /// The last frame whose ``time(of:)`` is not after `time`, or the first one.
  ///
  /// - Throws: `ElementError` if the source cannot be read, or has no frame.
  package mutating func frame(of time: MediaTime) throws(ElementError) -> Result {
    // How long before `time` reading started, if it had to restart.
    var reach: MediaTime?
    while true {
      if reader.isStill, let only = run.last { return .frame(only.sample) }
      if let index = run.index(at: time), hasEnded || isFollowed(index, at: time) {
        return .frame(run.frames[index].sample)
      }
      if liesBeforeRun(time) {
        // If there are frames, earlier ones may have been dropped. Reading once from the start
        // decides.
        if hasEnded, run.first == nil || reach != nil, origin <= .zero || reader.isStill {
          guard let first = run.first else {
            throw ElementError("no picture of it can be decoded", code: .unreadable)
          }
          return .frame(first.sample)
        }
        let next = reach.map { max($0 * 4, usualDuration) } ?? firstReach(before: time)
        reach = next
        start(at: time - next)
      } else if reach == nil, !canReadOn(to: time) {
        reach = .zero
        start(at: time)
      }
      switch try reader.next() {
      case .interrupted: return .interrupted
      case .end: hasEnded = true
      case .sample(let sample):
        let time = self.time(of: sample)
        noteHole(before: time)
        run.append(.init(sample: sample, time: time), keepsAll: isInteractive)
      }
    }
  }

  /// When the picture changes after a time of the source, or ends; `nil` for a still, and before the first
  /// frame of a source without an index.
  ///
  /// Call it after ``frame(at:)`` with the same time.
  package func change(after time: MediaTime) -> MediaTime? {
    if let picture { return picture.times.change(after: time) ?? picture.length }
    guard !reader.isStill, let index = run.index(at: time) else { return nil }
    return index + 1 < run.frames.count ? run.frames[index + 1].time : end
  }

  /// Records where a damaged file has lost frames.
  ///
  /// A frame for which the container states a long duration is not a loss. If the container states
  /// no duration, a pause of a second looks the same as a loss.
  private mutating func noteHole(before time: MediaTime) {
    guard hole == nil, let last = run.last,
      picture != nil || last.sample.frameRate.numerator > 0
    else { return }
    let stated =
      picture?.frameDuration ?? last.sample.duration.map { MediaTime(nanoseconds: $0) } ?? .zero
    let end = last.time + max(stated, usualDuration)
    if time - end >= Self.longestStop { hole = TimeRange(start: end, end: time) }
  }

  /// The minimum length of a loss that is reported.
  private static var longestStop: MediaTime { MediaTime(1) }

  /// Whether the frame at `index` is the one for `time`, because the next one is later.
  private func isFollowed(_ index: Int, at time: MediaTime) -> Bool {
    let found = run.frames[index]
    if index + 1 < run.frames.count || found.time > time { return true }
    // By the index, the time is that of a frame.
    guard let picture, found.time == time else { return false }
    return picture.isShown(picture.nearestFrame(to: found.sample.start))
  }

  // MARK: Where to read

  /// Whether `time` precedes all frames that have been or will be read.
  private func liesBeforeRun(_ time: MediaTime) -> Bool {
    guard let first = run.first else { return hasEnded || time < origin }
    // A seek drops frames that end before its target, by the container's rounded times. By exact
    // times, the last of these may be the wanted frame.
    return first.time > time && !run.startsAtBeginning
  }

  /// Whether reading on reaches `time` sooner than a seek.
  private func canReadOn(to time: MediaTime) -> Bool {
    if hasEnded || !reader.canSeek { return true }
    let limit = isInteractive ? MediaTime(1, over: 2) : MediaTime(5)
    return time - (run.last?.time ?? origin) <= limit
  }

  /// How far before `time`, which precedes the run, reading starts.
  ///
  /// A user who steps back needs the frames before it next, which are then available.
  private func firstReach(before time: MediaTime) -> MediaTime {
    guard let first = run.first else { return hasEnded ? usualDuration : .zero }
    if isInteractive, first.time - time <= MediaTime(1, over: 2) {
      return usualDuration * (FrameRun<Reader.Sample>.capacity(of: first.sample.size) - 3)
    }
    return first.time - time <= usualDuration ? usualDuration : .zero
  }

  /// The duration of the last frame of a source without an index.
  private func duration(ofLast sample: Reader.Sample) -> MediaTime {
    let stated = sample.duration.map { MediaTime(nanoseconds: $0) } ?? .zero
    // Elements round times to nanoseconds.
    let isUsual = abs((stated - usualDuration).nanoseconds) <= 2
    return stated > .zero && !isUsual ? stated : usualDuration
  }

  private var usualDuration: MediaTime {
    let duration = run.last.map { frameDuration(of: $0.sample) } ?? .zero
    return duration > .zero ? duration : MediaTime(1, over: 25)
  }

  private mutating func start(at time: MediaTime) {
    origin = max(.zero, time)
    run = FrameRun(fromBeginning: origin == .zero)
    hasEnded = false
    reader.seek(to: origin.nanoseconds)
  }

  // MARK: Times

  private func frameDuration(of sample: Reader.Sample) -> MediaTime { sample.frameDuration }

  /// The exact time of a frame: after the first one by the index, else of the source.
  package func time(of sample: Reader.Sample) -> MediaTime {
    picture.map { $0.time(of: $0.nearestFrame(to: sample.start)) } ?? sample.exactTime
  }
}
