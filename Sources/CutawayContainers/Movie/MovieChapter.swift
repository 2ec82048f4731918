package import CutawayTime

/// A chapter of a movie, which lasts until the next one starts or the movie ends.
package struct MovieChapter: Sendable, Hashable {
  /// The start, from the start of the movie.
  package var time: MediaTime
  /// The name of the chapter; the format stores up to 65,535 bytes of it.
  package var title: String

  /// Creates a chapter; whether it lies in the movie is checked when it is written.
  package init(time: MediaTime, title: String) {
    self.time = time
    self.title = title
  }
}
