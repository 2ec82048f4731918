public import CutawayElementBridge
public import CutawayElementKit
import Synchronization

/// A track at work: a player behind a lock.
public final class TrackSession: TimelineSession {
  public let format: StreamFormat
  public let duration: Int64
  private let pool: ReaderPool
  private let player: Mutex<any Player & Sendable>

  init(_ player: some Player & Sendable) {
    format = player.format
    duration = player.duration
    pool = player.pool
    self.player = Mutex(player)
  }

  public func seek(to passage: Passage) { player.withLock { $0.seek(to: passage) } }

  public func next() throws(ElementError) -> SourceOutput {
    // Held while waiting for a reader, which `interrupt` ends without the lock.
    try player.withLock { player throws(ElementError) in try player.next() }
  }

  public func interrupt() { pool.interrupt() }
  public func resume() { pool.resume() }
  public func handOver(to next: TrackSession) { pool.handOver(to: next.pool) }
  public func close() { pool.close() }

  public func takeWarnings() -> [String] {
    player.withLock { player in
      defer { player.warnings = [] }
      return player.warnings
    }
  }
}

/// What makes a stream out of a schedule.
protocol Player {
  var format: StreamFormat { get }
  /// In nanoseconds.
  var duration: Int64 { get }
  var pool: ReaderPool { get }
  /// Faults met that did not stop the stream, and have not been told yet.
  var warnings: [String] { get set }

  /// Goes on with a passage.
  mutating func seek(to passage: Passage)
  mutating func next() throws(ElementError) -> SourceOutput
}
