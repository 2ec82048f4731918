import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// Plays the stream of another player from its end to its start, with increasing time stamps.
///
/// GStreamer's audio mixers cannot play backwards, so they receive such a stream.
struct ReversedPlayer<Reader: SourceReader>: Player {
  private var player: AudioPlayer<Reader>

  init(_ player: AudioPlayer<Reader>) { self.player = player }

  var format: StreamFormat { player.format }
  var duration: Int64 { player.duration }
  var pool: ReaderPool<Reader> { player.pool }
  var warnings: [String] {
    get { player.warnings }
    set { player.warnings = newValue }
  }

  mutating func seek(to passage: Passage) {
    player.seek(
      to: Passage(
        start: passage.end.map(mirrored) ?? 0, end: mirrored(passage.start), rate: -passage.rate,
        skips: passage.skips))
  }

  mutating func next() throws(ElementError) -> TimelineOutput<Reader.Sample> {
    switch try player.next() {
    case .samples(let sample, let part, let order, let start, let end):
      .samples(
        sample, part: part, order: order.opposite, start: mirrored(end), end: mirrored(start))
    case .computed(let samples, let order, let start, let end):
      .computed(samples, order: order.opposite, start: mirrored(end), end: mirrored(start))
    case .silence(let count, let start, let end):
      .silence(count: count, start: mirrored(end), end: mirrored(start))
    case let other: other
    }
  }

  /// The time mirrored about the middle of the track, in whole samples.
  private func mirrored(_ time: Int64) -> Int64 {
    let unit = player.unit
    let position = MediaTime(nanoseconds: time).rounded(in: unit)
    let total = MediaTime(nanoseconds: duration).rounded(in: unit)
    return (unit * Int(max(0, total - position))).nanoseconds
  }
}

extension PlayingOrder {
  fileprivate var opposite: Self { self == .forward ? .backward : .forward }
}
