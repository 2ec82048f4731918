import CutawayTime

/// The chapters within a movie, in order, each at a different time, the first at 0.
struct ChapterList {
  let chapters: [MovieChapter]
  /// The number of chapters that are left out.
  let leftOut: Int
  /// The end of the last chapter; `nil` if the duration of the movie is unknown.
  let end: MediaTime?

  /// Creates a list from chapters in any order.
  ///
  /// Of several chapters at one time, the last in the list counts. `duration` is that of the movie,
  /// if it is known.
  init(_ all: [MovieChapter], duration: MediaTime?) {
    var byTick: [Int64: MovieChapter] = [:]
    let end = min(duration ?? Self.longest, Self.longest)
    for chapter in all where chapter.time >= .zero && chapter.time < end {
      byTick[chapter.time.rounded(in: Self.tick)] = chapter
    }
    leftOut = all.count - byTick.count
    // An empty edit could represent the time before the first chapter, but few programs support it:
    // MediaInfo and ffprobe then show wrong times.
    if !byTick.isEmpty, byTick[0] == nil { byTick[0] = MovieChapter(time: .zero, title: "") }
    chapters = byTick.sorted { $0.key < $1.key }.map(\.value)
    self.end = duration.map { min($0, Self.longest) }
  }

  /// No movie lasts 68 years, but a header may state such a duration.
  private static let longest = MediaTime(1 << 31)

  private static let tick = MediaTime(1, over: TextSamples.timescale)

  /// The times at which the chapters start, and the end of the last one, in ticks.
  var ticks: [Int64] {
    let starts = chapters.map { $0.time.rounded(in: Self.tick) }
    let last = starts.last.map { $0 + 1 } ?? 0
    return starts + [max(last, end?.rounded(in: Self.tick) ?? last)]
  }
}
