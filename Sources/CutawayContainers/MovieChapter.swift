public import CutawayTime

/// A chapter of a movie, which lasts until the next one starts or the movie ends.
public struct MovieChapter: Sendable, Hashable {
  /// The start, from the start of the movie.
  public var time: MediaTime
  /// The name of the chapter; the format stores up to 65,535 bytes of it.
  public var title: String

  /// Creates a chapter; whether it lies in the movie is checked when it is written.
  public init(time: MediaTime, title: String) {
    self.time = time
    self.title = title
  }
}
