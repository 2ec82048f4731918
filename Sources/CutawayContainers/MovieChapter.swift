public import CutawayTime

/// A chapter of a movie: it lasts until the next one begins, or the movie ends.
public struct MovieChapter: Sendable, Hashable {
  /// When it begins, from the start of the movie.
  public var time: MediaTime
  public var title: String

  public init(time: MediaTime, title: String) {
    self.time = time
    self.title = title
  }
}
