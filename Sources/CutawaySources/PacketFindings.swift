package import CutawayTime

/// The properties of a track's packets that decide whether a range of it can be copied.
package struct PacketFindings: Sendable, Hashable {
  /// The encoding of the packets in the range.
  package var format: EncodedFormat
  /// Whether a copy can start where the range begins.
  package var entry: Entry
  /// Whether a copy can end where the range ends.
  package var exit: Exit
  /// The duration of the samples that the encoder put before time 0, where they are not heard.
  package var priming: MediaTime

  /// The packets where the range begins.
  package enum Entry: Sendable, Hashable {
    /// Sound, or a frame that can be decoded without earlier ones.
    case open
    /// A frame that needs earlier ones.
    ///
    /// The values are the times of the nearest key frames before and after; `nil` if none was found
    /// within the range searched.
    case betweenKeyFrames(MediaTime?, MediaTime?)
  }

  /// The packets where the range ends.
  package enum Exit: Sendable, Hashable {
    /// No packet before the end depends on one after it, or there are no more packets.
    case open
    /// A frame shown before the end is later in decode order than a frame from after the end, which
    /// is shown at the given time.
    case crossed(MediaTime)
    /// The demuxer provides no packets after the given time, which is more than a frame before the
    /// end.
    case missing(MediaTime)
  }

  /// Creates findings; without further values the range can be copied.
  package init(
    format: EncodedFormat, entry: Entry = .open, exit: Exit = .open, priming: MediaTime = .zero
  ) {
    self.format = format
    self.entry = entry
    self.exit = exit
    self.priming = priming
  }
}
