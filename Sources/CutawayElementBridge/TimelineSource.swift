public import CutawayElementKit

/// A source element that plays from a timeline: it knows where it is, and can be anywhere next.
public protocol TimelineSource: Element, Equatable {
  associatedtype Session: TimelineSession

  /// The caps that the pad may have, as GStreamer writes them.
  static var caps: String { get }

  /// Those of them that it may have by the settings; all, unless the source says otherwise.
  var possibleCaps: String { get }

  /// Prepares to play by the settings; called when the element starts, and by a flushing seek after
  /// they have been changed.
  func makeSession() throws(ElementError) -> Session
}

extension TimelineSource {
  public var possibleCaps: String { Self.caps }
}

/// A timeline source at work.
///
/// ``seek(to:)`` and ``next()`` are called by one thread at a time; ``interrupt()`` by any thread
/// while another is in ``next()``, which must then return soon.
public protocol TimelineSession: AnyObject, Sendable {
  var format: StreamFormat { get }

  /// The length of the timeline, in nanoseconds.
  var duration: Int64 { get }

  /// Makes ``next()`` give a passage.
  func seek(to passage: Passage)

  /// What comes next; waits for it if need be.
  func next() throws(ElementError) -> SourceOutput

  /// Makes ``next()`` return ``SourceOutput/interrupted`` until ``resume()``.
  func interrupt()
  func resume()

  /// Leaves what is open to a session that plays in the place of this one, which is then closed.
  func handOver(to next: Self)

  /// Lets go of everything; never waits for long.
  func close()

  /// Faults met since the last call that do not stop the stream.
  func takeWarnings() -> [String]
}

/// What a timeline source makes.
public enum StreamFormat: Sendable, Hashable {
  /// Frames at a constant rate, in frames per `denominator` seconds. Their size may change.
  case video(numerator: Int, denominator: Int)
  /// Interleaved 32-bit float samples.
  case audio(AudioFormat)
  /// Packets as a file holds them, with the caps of the first of them.
  case encoded
}

/// Which way samples are heard.
public enum PlayingOrder: Sendable, Hashable { case forward, backward }

/// The next piece of a timeline; times are in nanoseconds.
///
/// In a passage played backwards the pieces come from its end to its start; each starts before it
/// ends all the same.
public enum SourceOutput: Sendable {
  /// A video frame.
  case frame(MediaSample, start: Int64, end: Int64)
  /// Some of the samples of a buffer, counted in sample frames.
  case samples(MediaSample, part: Range<Int>, order: PlayingOrder, start: Int64, end: Int64)
  /// Samples that were computed, one of each channel in turn.
  case computed([Float], order: PlayingOrder, start: Int64, end: Int64)
  /// An encoded packet; it may have to be decoded before the timeline's 0.
  case packet(MediaSample, start: Int64, decoding: Int64)
  /// Sound that is silent.
  case silence(count: Int, start: Int64, end: Int64)
  /// No picture.
  case gap(start: Int64, end: Int64)
  case end
  case interrupted
}
