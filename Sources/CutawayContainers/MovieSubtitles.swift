public import CutawayTime

/// A track of subtitles that a movie is to have.
public struct MovieSubtitles: Sendable, Hashable {
  /// A text and when it is shown.
  public struct Cue: Sendable, Hashable {
    public var range: TimeRange
    /// Of more than 65,535 bytes, what fits.
    public var text: String

    public init(_ range: TimeRange, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// In order of time, without overlaps: what overlaps with the cue before it begins later.
  public var cues: [Cue]
  /// A tag of BCP 47 or a code of ISO 639-2.
  public var language: String?

  public init(_ cues: [Cue], language: String? = nil) {
    self.cues = cues
    self.language = language
  }
}
