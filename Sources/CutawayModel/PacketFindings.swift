public import CutawayTime

/// What the packets of a track say about copying a range of it.
public struct PacketFindings: Sendable, Hashable {
  public var format: EncodedFormat
  public var entry: Entry
  public var exit: Exit
  /// How much sound the encoder has put before time 0, where it is not heard.
  public var priming: MediaTime

  /// What there is where the range begins.
  public enum Entry: Sendable, Hashable {
    /// Sound, or a frame that needs none before it.
    case open
    /// No key frame; those next to it, as far as they were looked for.
    case betweenKeyFrames(MediaTime?, MediaTime?)
  }

  /// What there is where the range ends.
  public enum Exit: Sendable, Hashable {
    /// What comes before needs nothing of what comes after, or there is nothing more.
    case open
    /// A frame shown before the end is stored after one, shown at the given time, that comes after it.
    case crossed(MediaTime)
    /// The demuxer gives nothing after a time that lies before the end by more than a frame.
    case missing(MediaTime)
  }

  public init(
    format: EncodedFormat, entry: Entry = .open, exit: Exit = .open, priming: MediaTime = .zero
  ) {
    self.format = format
    self.entry = entry
    self.exit = exit
    self.priming = priming
  }
}
