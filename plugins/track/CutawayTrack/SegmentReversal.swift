import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawaySources
import CutawayTime

/// Plays a reversed segment of sound: the same segment forwards, on a track of its own that is played
/// from its end.
struct SegmentReversal<Reader: SourceReader> {
  /// The position of the next sample in the output.
  private(set) var position: Int64
  private let index: Int
  /// The first sample of the segment in the output.
  private let first: Int64
  private let end: Int64
  private let unit: MediaTime
  private var player: any Player<Reader>

  init(
    _ index: Int, of schedule: Schedule, first: Int64, playing range: Range<Int64>,
    format: AudioFormat, onMissing: MissingSegments.Policy, pool: ReaderPool<Reader>
  ) {
    self.index = index
    self.first = first
    (position, end) = (range.lowerBound, range.upperBound)
    unit = MediaTime(1, over: Int64(format.sampleRate))
    var forward = schedule.segments[index]
    forward.mapping.isReversed = false
    player = ReversedPlayer(
      AudioPlayer(
        Schedule([forward], duration: forward.mapping.target.end), format: format,
        onMissing: onMissing, pool: pool))
    // Played from its end, the segment begins at 0.
    player.seek(
      to: Passage(
        start: (unit * Int(range.lowerBound - first)).nanoseconds,
        end: (unit * Int(range.upperBound - first)).nanoseconds))
  }

  /// Whether the next output of this player is the wanted one.
  func continues(_ index: Int, at position: Int64, until end: Int64) -> Bool {
    self.index == index && self.position == position && self.end == end
  }

  mutating func takeWarnings() -> [String] {
    defer { player.warnings = [] }
    return player.warnings
  }

  mutating func next() throws(ElementError) -> TimelineOutput<Reader.Sample> {
    switch try player.next() {
    case .samples(let sample, let part, let order, let start, let end):
      let (start, end) = advance(from: start, to: end)
      return .samples(sample, part: part, order: order, start: start, end: end)
    case .computed(let samples, let order, let start, let end):
      let (start, end) = advance(from: start, to: end)
      return .computed(samples, order: order, start: start, end: end)
    case .silence(let count, let start, let end):
      let (start, end) = advance(from: start, to: end)
      return .silence(count: count, start: start, end: end)
    case let other: return other
    }
  }

  /// Moves a range of the segment's own track into the output.
  private mutating func advance(from start: Int64, to end: Int64) -> (start: Int64, end: Int64) {
    func moved(_ time: Int64) -> Int64 {
      MediaTime(nanoseconds: time).rounded(in: unit) + first
    }
    position = moved(end)
    return ((unit * Int(moved(start))).nanoseconds, (unit * Int(position)).nanoseconds)
  }
}
