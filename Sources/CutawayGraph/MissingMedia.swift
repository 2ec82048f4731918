/// What becomes of a segment whose source fails while it plays.
public enum MissingMedia: String, Sendable, CaseIterable {
  /// The error ends the stream.
  case stop
  /// Nothing is shown or heard in its place, and there is a warning.
  case gap
}
