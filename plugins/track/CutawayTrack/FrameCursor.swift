import CutawayElementBridge
import CutawayElementKit
import CutawayTime

/// Finds the frame shown at any time of a source.
struct FrameCursor: SourceCursor {
  static let goesAnywhere = true
  let reader: MediaReader
  /// Whether the user has been told that the source ended early.
  var hasWarned = false
  /// The first passage that has been read in which frames are missing.
  private(set) var hole: TimeRange?
  /// Whether the user has been told of it.
  var hasWarnedOfHole = false
  /// Whether the times asked for may go back, or leap: a user looks for something.
  var isInteractive = false

  /// Where reading started; frames before it are missing.
  private var origin: MediaTime
  private var run: FrameRun
  private var hasEnded = false

  enum Result {
    case frame(MediaSample)
    /// The source has ended; its last frame's time was up at the given time.
    case ended(at: MediaTime)
    case interrupted
  }

  init(_ reader: MediaReader, from start: MediaTime) {
    self.reader = reader
    origin = start
    run = FrameRun(fromBeginning: start <= .zero)
  }

  /// How much earlier than its container says a source may end: files end raggedly.
  var slack: MediaTime { run.last.map { frameDuration(of: $0.sample) } ?? .zero }

  /// The last frame whose time is not after `time`, or the first one.
  mutating func frame(at time: MediaTime) throws(ElementError) -> Result {
    // How long before `time` reading started, if it had to start anew.
    var reach: MediaTime?
    while true {
      if reader.isStill, let only = run.last { return .frame(only.sample) }
      if let index = run.index(at: time), hasEnded || isFollowed(index, at: time) {
        return result(run.frames[index], at: time)
      }
      if liesBeforeRun(time) {
        // Where there are frames, earlier ones may only have been let go of: one look from the start tells.
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

  /// Notes where a damaged file has lost frames.
  ///
  /// What the container says is to be shown for long is none; where it says nothing, a picture that
  /// stands still for a second looks the same.
  private mutating func noteHole(before time: MediaTime) {
    guard hole == nil, let last = run.last, last.sample.frameRate.numerator > 0 else { return }
    let stated = last.sample.duration.map { MediaTime(nanoseconds: $0) } ?? .zero
    let end = last.time + max(stated, usualDuration)
    if time - end >= Self.longestStop { hole = TimeRange(start: end, end: time) }
  }

  /// Less than that is not worth a word.
  private static let longestStop = MediaTime(1)

  /// Whether the frame at `index` is the one of `time`, because the next one is not.
  private func isFollowed(_ index: Int, at time: MediaTime) -> Bool {
    index + 1 < run.frames.count || run.frames[index].time > time
  }

  private func result(_ frame: FrameRun.Frame, at time: MediaTime) -> Result {
    if hasEnded, frame.time == run.last?.time {
      let end = frame.time + frameDuration(of: frame.sample)
      if time >= end { return .ended(at: end) }
    }
    return .frame(frame.sample)
  }

  // MARK: Where to read

  /// Whether what is wanted comes before all that has been or will be read.
  private func liesBeforeRun(_ time: MediaTime) -> Bool {
    guard let first = run.first else { return hasEnded || time < origin }
    // A seek drops frames that end before its target by the container's rounded times; by exact
    // ones the last of them may be the frame that we want.
    return first.time > time && !run.startsAtBeginning
  }

  /// Whether going on from here leads to `time` sooner than a seek.
  private func canReadOn(to time: MediaTime) -> Bool {
    if hasEnded || !reader.canSeek { return true }
    let limit = isInteractive ? MediaTime(1, over: 2) : MediaTime(5)
    return time - (run.last?.time ?? origin) <= limit
  }

  /// How far before a frame to start that lies before the run.
  ///
  /// Who steps back wants the frames before it next, which then are there.
  private func firstReach(before time: MediaTime) -> MediaTime {
    guard let first = run.first else { return hasEnded ? usualDuration : .zero }
    if isInteractive, first.time - time <= MediaTime(1, over: 2) {
      return usualDuration * (FrameRun.capacity(of: first.sample.size) - 3)
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

  private func frameDuration(of sample: MediaSample) -> MediaTime {
    if sample.frameRate.numerator > 0 {
      return MediaTime(Int64(sample.frameRate.denominator), over: Int64(sample.frameRate.numerator))
    }
    return MediaTime(nanoseconds: sample.duration ?? 0)
  }

  /// The time of a frame, with the container's rounding undone where the frame rate explains it.
  ///
  /// Containers count in ticks: Matroska mostly in milliseconds, MPEG-TS in 90,000ths of a second.
  /// Taken literally, frame 2 of 30 a second would come at 67 ms, too late for a cut at 2/30. The time of
  /// the first frame, from which time counts, is rounded, too: two roundings by half a tick add up.
  private func exactTime(of sample: MediaSample) -> MediaTime {
    let given = MediaTime(nanoseconds: sample.start)
    let unit = frameDuration(of: sample)
    guard sample.frameRate.numerator > 0 else { return given }
    let nearest = unit * Int(given.rounded(in: unit))
    let tolerance: Int64 = sample.start % 1_000_000 == 0 ? 1_000_001 : 12_000
    let difference = (nearest - given).nanoseconds
    return abs(difference) <= tolerance ? nearest : given
  }
}
