import MediaTime

/// The chapters that lie within a movie, in order, each at a time of its own.
struct ChapterList {
  let chapters: [MovieChapter]
  /// How many are left out.
  let leftOut: Int
  /// When the last one ends; `nil` where the movie does not tell its length.
  let end: MediaTime?

  /// Of several chapters at one time the last counts.
  ///
  /// - Parameter duration: That of the movie, if it is known.
  init(_ all: [MovieChapter], duration: MediaTime?) {
    var byTick: [Int64: MovieChapter] = [:]
    for chapter in all where chapter.time >= .zero && duration.map({ chapter.time < $0 }) ?? true {
      byTick[chapter.time.rounded(in: Self.tick)] = chapter
    }
    chapters = byTick.sorted { $0.key < $1.key }.map(\.value)
    leftOut = all.count - chapters.count
    end = duration
  }

  /// Chapters are placed in 90,000ths of a second, of which most frame rates are multiples.
  static let timescale: Int64 = 90_000
  private static let tick = MediaTime(1, over: timescale)

  /// When each begins, and the last one ends, in ticks.
  var ticks: [Int64] {
    let starts = chapters.map { $0.time.rounded(in: Self.tick) }
    let last = starts.last.map { $0 + 1 } ?? 0
    return starts + [max(last, end?.rounded(in: Self.tick) ?? last)]
  }
}
