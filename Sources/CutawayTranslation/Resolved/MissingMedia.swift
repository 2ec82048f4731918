/// The reaction to a segment whose source fails during playback.
public enum MissingMedia: String, Sendable, CaseIterable, Codable {
  /// The stream ends with an error.
  case stop
  /// The segment becomes a gap, and a warning is reported.
  case gap
}
