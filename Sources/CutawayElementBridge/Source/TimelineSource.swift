import CCutawayGStreamer
package import CutawayElementKit

/// A source element that plays a timeline and supports seeking.
package protocol TimelineSource: Element, Equatable {
  /// A running instance of the source.
  associatedtype Session: TimelineSession

  /// The caps of the pad template, in GStreamer's notation.
  static var caps: String { get }

  /// The caps that are possible with the current settings; by default ``caps``.
  var possibleCaps: String { get }

  /// The settings whose format is the nearest to that of these settings and accepted downstream; by
  /// default, these settings.
  ///
  /// What cannot be changed stays: the stream then ends with an error that states the formats.
  func following(_ formats: DownstreamFormats) -> Self

  /// Prepares to play with the current settings.
  ///
  /// The element calls it when it starts, and at a flushing seek after the settings have changed.
  ///
  /// - Throws: `ElementError` if the settings are invalid.
  func makeSession() throws(ElementError) -> Session
}

extension TimelineSource {
  /// All caps of the pad template.
  package var possibleCaps: String { Self.caps }

  /// These settings.
  package func following(_ formats: DownstreamFormats) -> Self { self }
}

/// A running timeline source.
///
/// One thread at a time calls ``seek(to:)`` and ``next()``. Any thread may call ``interrupt()``
/// during ``next()``, which must then return soon.
package protocol TimelineSession: AnyObject, Sendable {
  /// The format of the output stream.
  var format: StreamFormat { get }

  /// The length of the timeline, in nanoseconds.
  var duration: Int64 { get }

  /// Selects the time range and the rate for ``next()``.
  func seek(to passage: Passage)

  /// Returns the next output, and waits for it if necessary.
  ///
  /// - Throws: `ElementError`, which stops the stream.
  func next() throws(ElementError) -> SourceOutput

  /// Makes ``next()`` return ``SourceOutput/interrupted`` until ``resume()``.
  func interrupt()
  /// Ends the effect of ``interrupt()``.
  func resume()

  /// Passes open resources to a session that replaces this one, which is then closed.
  func handOver(to next: Self)

  /// Releases all resources, without a long wait.
  func close()

  /// Returns the problems since the last call that do not stop the stream.
  func takeWarnings() -> [String]
}

/// The output format of a timeline source.
package enum StreamFormat: Sendable, Hashable {
  /// Frames at a constant rate of `numerator` frames per `denominator` seconds; their size may
  /// change.
  case video(numerator: Int, denominator: Int, frames: FrameFormat)
  /// Interleaved 32-bit float samples.
  case audio(AudioFormat)
  /// Packets from files, with the caps of the first one.
  case encoded
}

/// The direction in which samples are played.
package enum PlayingOrder: Sendable, Hashable {
  /// The order of the source, or the opposite.
  case forward, backward
}

/// The next output of a timeline source; times are in nanoseconds.
///
/// In a backward passage, outputs come from the end to the start. The `start` of each is
/// nevertheless less than its `end`.
package enum TimelineOutput<Sample: Sendable>: Sendable {
  /// A video frame.
  case frame(Sample, start: Int64, end: Int64)
  /// Some samples of a buffer, counted in points in time.
  case samples(Sample, part: Range<Int>, order: PlayingOrder, start: Int64, end: Int64)
  /// Computed samples, one of each channel in turn.
  case computed([Float], order: PlayingOrder, start: Int64, end: Int64)
  /// An encoded packet, whose decode time may be before the timeline's 0; without a duration, the
  /// file's applies.
  case packet(Sample, start: Int64, decoding: Int64, duration: Int64?)
  /// Silent sound.
  case silence(count: Int, start: Int64, end: Int64)
  /// A gap without video.
  case gap(start: Int64, end: Int64)
  /// The passage is complete.
  case end
  /// The session was interrupted.
  case interrupted
}

/// An output whose data are buffers of GStreamer.
package typealias SourceOutput = TimelineOutput<MediaSample>

extension TimelineOutput {
  /// What the output is, in GStreamer's debug log.
  var logText: String {
    func span(_ start: Int64, _ end: Int64) -> String {
      "\(GstClockTime(max(0, start)).logText) to \(GstClockTime(max(0, end)).logText)"
    }
    return switch self {
    case .frame(_, let start, let end): "frame \(span(start, end))"
    case .samples(_, let part, _, let start, let end): "\(part.count) samples \(span(start, end))"
    case .computed(let samples, _, let start, let end):
      "\(samples.count) computed samples \(span(start, end))"
    case .packet(_, let start, _, _): "packet at \(GstClockTime(max(0, start)).logText)"
    case .silence(_, let start, let end): "silence \(span(start, end))"
    case .gap(let start, let end): "gap \(span(start, end))"
    case .end: "the end"
    case .interrupted: "nothing, because it was interrupted"
    }
  }
}
