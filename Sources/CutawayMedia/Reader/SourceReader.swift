package import CutawayElementBridge
package import CutawayElementKit

/// Reads one track of a source from any position: a `MediaReader`, or a source without media in
/// tests.
package protocol SourceReader: AnyObject, Sendable {
  /// A frame or a block of sound.
  associatedtype Sample: SourceSample

  /// The request that the reader was created with.
  var request: MediaReader.Request { get }
  /// Whether the track is a still, which is delivered once after each seek.
  var isStill: Bool { get }
  /// Whether the reader can seek; otherwise it reads from the start.
  var canSeek: Bool { get }
  /// Whether the file is unchanged since it was opened.
  var isCurrent: Bool { get }
  /// Whether reopening the file may help after a failure.
  var mayRecover: Bool { get }
  /// The end of the sound as the file states it, in nanoseconds of the output; `nil` if unknown.
  var end: Int64? { get }

  /// Starts a seek; ``next()`` then delivers data from `time` on, in nanoseconds.
  ///
  /// The first sample may start before `time`.
  func seek(to time: Int64)
  /// Waits for the next sample from the position on.
  ///
  /// - Throws: `ElementError` if the source fails.
  func next() throws(ElementError) -> SourceReading<Sample>

  /// Makes ``next()`` report an interruption until ``resume()``, from any thread.
  func interrupt()
  /// Ends the effect of ``interrupt()``.
  func resume()

  /// Starts to close the file.
  func close()
  /// Closes files, and waits for all of them together at most `seconds`.
  static func close(_ readers: [Self], waiting seconds: Double)
}

/// A decoded frame or a block of sound, with its position in the source.
package protocol SourceSample: Sendable {
  /// The presentation time in nanoseconds.
  var start: Int64 { get }
  /// The duration in nanoseconds as the source states it; `nil` if it does not.
  var duration: Int64? { get }
  /// The frames per second as the source states them; 0 over 1 if it does not.
  var frameRate: (numerator: Int, denominator: Int) { get }
  /// The size of the data in bytes.
  var size: Int { get }

  /// Appends 32-bit float samples, counted in points in time, of all channels to `target`.
  func append(_ part: Range<Int>, channels: Int, to target: inout [Float])
}

/// What a reader of a source returns.
package enum SourceReading<Sample: Sendable>: Sendable {
  /// The next frame, block of sound, packet or text.
  case sample(Sample)
  /// The source has no more samples.
  case end
  /// Another thread interrupted the wait for a sample.
  case interrupted
}

extension MediaReader: SourceReader {}
extension MediaSample: SourceSample {}
