import CutawayContainers
import CutawayDiagnostics
import CutawayModel
package import CutawayTime
import Foundation
import Synchronization

/// Gets a movie in segments while it is written, instead of a file.
///
/// The first data are the header; each segment after it starts with a key frame, and can be decoded with the header
/// alone. Times are those of the program. An edit list hides what comes before the start of the movie, without moving
/// the rest.
package final class SegmentOutput: Sendable {
  /// The header, or a segment.
  package enum Output: Sendable {
    /// The bytes before the first segment, which each player needs.
    case header([UInt8])
    /// A segment, and what each track has in it.
    case segment([UInt8], [Part])
  }

  /// What a segment has of a track.
  package struct Part: Sendable {
    /// The number of the track, and its kind.
    package let track: Int, media: Track.MediaType
    /// The earliest presentation time in the time of the program, and the duration of the samples.
    package let start: MediaTime, duration: MediaTime
    /// The first frame: its time, its bytes in the segment, and whether it can be decoded alone; `nil` for sound.
    package let first: (time: MediaTime, range: Range<Int>, isKey: Bool)?
  }

  /// How long segments last; `nil` if they end only where the program states.
  private let interval: MediaTime?
  private let onOutput: @Sendable (Output) -> Void
  private let state = Mutex(State())

  private struct State {
    /// The program's time at which the movie starts, and that of the first segment.
    var start = MediaTime.zero
    var origin = MediaTime.zero
    /// The number of intervals, since the origin, at whose ends key frames were requested, and at which segments have
    /// ended.
    var requested = 1
    var ended = 1
    /// Whether the next frame starts a segment.
    var isFlushed = false
    /// The times from which on a key frame starts a segment, in order.
    var flushes: [MediaTime] = []
    var joiner = SegmentJoiner()
    var hasHeader = false
  }

  /// The unit of time stamps, which muxers round to ticks.
  private static let tolerance = MediaTime(1, over: 2_000)

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - interval: How long segments last; `nil` if they end only where ``flush(after:)`` is called.
  ///   - onOutput: Gets the header and the segments, one at a time.
  package init(interval: MediaTime?, onOutput: @escaping @Sendable (Output) -> Void) {
    (self.interval, self.onOutput) = (interval, onOutput)
  }

  /// States the program's time at which the movie starts, and that from which on intervals count.
  package func start(at start: MediaTime, counting origin: MediaTime?) {
    state.withLock { ($0.start, $0.origin) = (start, origin ?? start) }
  }

  /// The program's time at which the movie starts.
  var start: MediaTime { state.withLock { $0.start } }

  /// Ends a segment before the next frame.
  ///
  /// - Parameter end: The end of the sound, if there is no picture.
  package func flush(after end: MediaTime?) {
    state.withLock { state in
      if let end { state.flushes.append(state.start + end) } else { state.isFlushed = true }
    }
  }

  /// Whether a frame has to be a key frame, because a segment starts with it.
  ///
  /// - Parameter time: The time of the frame since the start of the movie.
  /// - Returns: Whether it has to be one; later calls count from there.
  func startsSegment(frameAt time: MediaTime) -> Bool {
    state.withLock { state in
      let time = state.start + time
      if state.isFlushed {
        state.isFlushed = false
        state.flushes.append(time)
        return true
      }
      return isDue(time, state.origin, &state.requested)
    }
  }

  /// Whether the end of an interval has come, which is counted then.
  private func isDue(_ time: MediaTime, _ origin: MediaTime, _ count: inout Int) -> Bool {
    guard let interval, time + Self.tolerance >= origin + interval * count else { return false }
    while origin + interval * count <= time + Self.tolerance { count += 1 }
    return true
  }

  /// Takes bytes of the muxer, and reports what is complete.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; empty at the end.
  ///   - isLast: Whether no bytes follow.
  ///   - start: The time of the first sample of a kind of track, since the start of the movie.
  ///   - hides: Whether edits hide what comes before the start of the movie.
  ///   - finish: Completes the header, with an edit of each track.
  /// - Throws: `ContainerError`, or the error of `finish`.
  func take(
    _ bytes: [UInt8], isLast: Bool, startingAt start: (PacketList.Media) -> MediaTime,
    hiding hides: () -> Bool,
    finish: (_ header: [UInt8], _ edits: [SegmentJoiner.Edit]) throws -> [UInt8]
  ) throws {
    let origin = self.start
    try state.withLock { try $0.joiner.append(bytes) { origin + start($0) } }
    while let segment = try nextSegment(isLast: isLast) {
      let first = state.withLock { state in
        defer { state.hasHeader = true }
        return state.hasHeader ? nil : state.joiner.header.map { ($0, state.joiner) }
      }
      if let (header, joiner) = first {
        onOutput(.header(try finish(header, joiner.edits(hidingBefore: hides() ? origin : nil))))
      }
      let parts = segment.parts.map { part in
        Part(
          track: part.trackNumber, media: part.media == .video ? .video : .audio,
          start: part.start, duration: part.duration,
          first: part.first.map { ($0.time, $0.range, $0.isKey) })
      }
      onOutput(.segment(segment.bytes, parts))
    }
  }

  /// Ends the picture at a time since the start of the movie.
  func endPicture(at time: MediaTime) {
    state.withLock { $0.joiner.end(.video, at: $0.start + time) }
  }

  private func nextSegment(isLast: Bool) throws(ContainerError) -> SegmentJoiner.Segment? {
    try state.withLock { state throws(ContainerError) in
      var (ended, flushes) = (state.ended, state.flushes)
      let origin = state.origin
      let segment = try state.joiner.next(isLast: isLast) { time in
        if let flush = flushes.first, time + Self.tolerance >= flush {
          flushes.removeFirst()
          return true
        }
        return isDue(time, origin, &ended)
      }
      (state.ended, state.flushes) = (ended, flushes)
      return segment
    }
  }
}
