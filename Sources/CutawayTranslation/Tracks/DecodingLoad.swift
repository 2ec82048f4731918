import CutawayModel
import CutawayTime
import Glibc

/// The films that a source decodes, and when.
struct DecodingLoad: Hashable {
  private var spans: [Span] = []

  private struct Span: Hashable {
    let media: Segment.Media
    let range: TimeRange
    let pixelsPerSecond: Double
  }

  /// Adds a segment; stills are decoded once, and do not count.
  mutating func add(
    _ video: MediaDescription.Video, of media: Segment.Media, during range: TimeRange
  ) {
    guard let frame = video.frameDuration, frame > .zero else { return }
    let pixels = Double(video.size.width * video.size.height) / frame.seconds
    spans.append(Span(media: media, range: range, pixelsPerSecond: pixels))
  }

  /// The part of the decoding that each source does while it plays, on average over its time.
  ///
  /// It is rounded to 1, 1/2, 1/4 and so on, so that small changes of a composition keep it: a
  /// source opens its files again when it changes.
  static func shares(of loads: Set<Self>) -> [Self: Double] {
    let loads = Array(loads)
    let events = loads.enumerated().flatMap { source, load in
      load.spans.flatMap { span in
        [
          (time: span.range.start, source: source, change: span.pixelsPerSecond),
          (time: span.range.end, source: source, change: -span.pixelsPerSecond),
        ]
      }
    }.sorted { $0.time < $1.time }
    var playing = [Double](repeating: 0, count: loads.count), time = playing, part = playing
    for (event, next) in zip(events, events.dropFirst()) {
      playing[event.source] += event.change
      let seconds = (next.time - event.time).seconds, total = playing.reduce(0, +)
      // Sums of equal numbers may leave a rounding error.
      for source in loads.indices where seconds > 0 && playing[source] > total * 1e-9 {
        time[source] += seconds
        part[source] += seconds * playing[source] / total
      }
    }
    let shares = loads.indices.map { source in
      time[source] > 0 ? exp2(log2(part[source] / time[source]).rounded()) : 1
    }
    return Dictionary(uniqueKeysWithValues: zip(loads, shares))
  }
}
