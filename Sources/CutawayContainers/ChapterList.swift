import CutawayTime

/// The chapters that lie within a movie, in order, each at a time of its own, the first at 0.
struct ChapterList {
  let chapters: [MovieChapter]
  /// How many are left out.
  let leftOut: Int
  /// When the last one ends; `nil` where the movie does not tell its length.
  let end: MediaTime?

  /// Of several chapters at one time the last counts; `duration` is that of the movie, if it is known.
  init(_ all: [MovieChapter], duration: MediaTime?) {
    var byTick: [Int64: MovieChapter] = [:]
    let end = min(duration ?? Self.longest, Self.longest)
    for chapter in all where chapter.time >= .zero && chapter.time < end {
      byTick[chapter.time.rounded(in: Self.tick)] = chapter
    }
    leftOut = all.count - byTick.count
    // An empty edit would do for the time before the first one, but few programs heed it: MediaInfo
    // and ffprobe show times that are wrong by it.
    if !byTick.isEmpty, byTick[0] == nil { byTick[0] = MovieChapter(time: .zero, title: "") }
    chapters = byTick.sorted { $0.key < $1.key }.map(\.value)
    self.end = duration.map { min($0, Self.longest) }
  }

  /// No movie lasts 68 years, but a header may say so.
  private static let longest = MediaTime(1 << 31)

  private static let tick = MediaTime(1, over: TextSamples.timescale)

  /// When each begins, and the last one ends, in ticks.
  var ticks: [Int64] {
    let starts = chapters.map { $0.time.rounded(in: Self.tick) }
    let last = starts.last.map { $0 + 1 } ?? 0
    return starts + [max(last, end?.rounded(in: Self.tick) ?? last)]
  }
}
