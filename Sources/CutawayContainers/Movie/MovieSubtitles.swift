package import CutawayTime

/// A subtitle track to add to a movie.
package struct MovieSubtitles: Sendable, Hashable {
  /// A text and the time range in which it is shown.
  package struct Cue: Sendable, Hashable {
    /// When the text is shown, from the start of the movie.
    package var range: TimeRange
    /// The text.
    ///
    /// Of more than 65,535 bytes of UTF-8, the part that fits is written.
    package var text: String

    /// Creates a cue; ranges are rounded to 1/90,000 s when they are written.
    package init(_ range: TimeRange, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// The cues in order of time.
  ///
  /// A cue that overlaps its predecessor starts later instead.
  package var cues: [Cue]
  /// The language as a BCP 47 tag or an ISO 639-2 code; `nil` if it is undetermined.
  package var language: String?

  /// Creates a track; its language is checked when it is written.
  package init(_ cues: [Cue], language: String? = nil) {
    self.cues = cues
    self.language = language
  }
}
