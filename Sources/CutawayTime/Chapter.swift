/// A range of a film with a name.
package struct Chapter: Sendable, Hashable, Codable {
  /// The start and the end, in the time of the film.
  package var range: TimeRange
  /// The name that players show.
  package var title: String

  /// Creates a chapter.
  package init(_ range: TimeRange, title: String) {
    self.range = range
    self.title = title
  }
}
