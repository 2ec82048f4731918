import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// Finds the frame that is visible at any time of a source.
struct FrameCursor<Reader: SourceReader>: SourceCursor {
  static var goesAnywhere: Bool { true }
  let reader: Reader
  /// Whether a warning about the early end of the source was issued.
  var hasWarned = false
  /// The first time range in which frames are missing.
  private(set) var hole: TimeRange?
  /// Whether a warning about the missing frames was issued.
  var hasWarnedOfHole = false
  /// Whether requested times may go back or jump, because a user seeks.
  var isInteractive = false

  /// The position at which reading started; earlier frames are not available.
  private var origin: MediaTime
  private var run: FrameRun<Reader.Sample>
  private var hasEnded = false

  enum Result {
    case frame(Reader.Sample)
    /// The source has ended; its last frame was visible until the given time.
    case ended(at: MediaTime)
    case interrupted
  }

  init(_ reader: Reader, from start: MediaTime) {
    self.reader = reader
    origin = start
    run = FrameRun(fromBeginning: start <= .zero)
  }

  /// How much earlier than stated a source may end, because tracks of a file rarely end at the same
  /// time.
  var slack: MediaTime { run.last.map { frameDuration(of: $0.sample) } ?? .zero }

  /// The last frame whose time is not after `time`, or the first one.
  mutating func frame(at time: MediaTime) throws(ElementError) -> Result {
    // How long before `time` reading started, if it had to restart.
    var reach: MediaTime?
    while true {
      if reader.isStill, let only = run.last { return .frame(only.sample) }
      if let index = run.index(at: time), hasEnded || isFollowed(index, at: time) {
        return result(run.frames[index], at: time)
      }
      if liesBeforeRun(time) {
        // If there are frames, earlier ones may have been dropped. Reading once from the start
        // decides.
        if hasEnded, run.first == nil || reach != nil, origin <= .zero || reader.isStill {
          return .ended(at: .zero)
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
        let time = exactTime(of: sample)
        noteHole(before: time)
        run.append(.init(sample: sample, time: time), keepsAll: isInteractive)
      }
    }
  }

  /// Records where a damaged file has lost frames.
  ///
  /// A frame for which the container states a long duration is not a loss. If the container states
  /// no duration, a pause of a second looks the same as a loss.
  private mutating func noteHole(before time: MediaTime) {
    guard hole == nil, let last = run.last, last.sample.frameRate.numerator > 0 else { return }
    let stated = last.sample.duration.map { MediaTime(nanoseconds: $0) } ?? .zero
    let end = last.time + max(stated, usualDuration)
    if time - end >= Self.longestStop { hole = TimeRange(start: end, end: time) }
  }

  /// The minimum length of a loss that is reported.
  private static var longestStop: MediaTime { MediaTime(1) }

  /// Whether the frame at `index` is the one for `time`, because the next one is later.
  private func isFollowed(_ index: Int, at time: MediaTime) -> Bool {
    index + 1 < run.frames.count || run.frames[index].time > time
  }

  private func result(_ frame: FrameRun<Reader.Sample>.Frame, at time: MediaTime) -> Result {
    if hasEnded, frame.time == run.last?.time {
      let end = frame.time + frameDuration(of: frame.sample)
      if time >= end { return .ended(at: end) }
    }
    return .frame(frame.sample)
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
  private func exactTime(of sample: Reader.Sample) -> MediaTime { sample.exactTime }
}
