package import CutawayElementBridge
package import CutawayElementKit
package import CutawayMedia
import Synchronization

/// A running track: a player behind a lock.
package final class TrackSession: TimelineSession {
  /// The format of the output stream.
  package let format: StreamFormat
  /// The length of the track in nanoseconds.
  package let duration: Int64
  private let pool: ReaderPool<MediaReader>
  private let player: Mutex<any Player<MediaReader>>

  init(_ player: some Player<MediaReader>) {
    format = player.format
    duration = player.duration
    pool = player.pool
    self.player = Mutex(player)
  }

  /// Selects the time range and the direction for ``next()``.
  package func seek(to passage: Passage) { player.withLock { $0.seek(to: passage) } }

  /// The next part of the stream, for which the call may have to wait.
  ///
  /// - Throws: `ElementError` if a source fails and the track stops at failures.
  package func next() throws(ElementError) -> SourceOutput {
    // The lock is held while waiting for a reader; `interrupt` ends the wait without the lock.
    try player.withLock { player throws(ElementError) in try player.next() }
  }

  /// Ends a wait in ``next()``, from any thread.
  package func interrupt() { pool.interrupt() }
  /// Allows ``next()`` to wait again.
  package func resume() { pool.resume() }
  /// Passes the open files to the session that replaces this one.
  package func handOver(to next: TrackSession) { pool.handOver(to: next.pool) }
  /// Closes all files.
  package func close() { pool.close() }

  /// Returns the warnings since the last call, and removes them.
  package func takeWarnings() -> [String] {
    player.withLock { player in
      defer { player.warnings = [] }
      return player.warnings
    }
  }
}

/// Produces the stream of a track.
package protocol Player<Reader>: Sendable {
  /// The type of the readers of its sources.
  associatedtype Reader: SourceReader

  /// The format of the stream.
  var format: StreamFormat { get }
  /// The length in nanoseconds.
  var duration: Int64 { get }
  /// The open files.
  var pool: ReaderPool<Reader> { get }
  /// The problems that did not stop the stream and have not been reported yet.
  var warnings: [String] { get set }

  /// Continues with a passage.
  mutating func seek(to passage: Passage)
  /// Returns the next part of the stream.
  ///
  /// - Throws: `ElementError` if a source fails and the track stops at failures.
  mutating func next() throws(ElementError) -> TimelineOutput<Reader.Sample>
}
