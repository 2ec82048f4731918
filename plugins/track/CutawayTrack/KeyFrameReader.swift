import CutawayElementBridge
public import CutawayElementKit
public import CutawayTime

/// Finds key frames of a file without decoding any.
///
/// It blocks its thread for as long as the file takes; use it on one thread at a time.
public final class KeyFrameReader: Sendable {
  private let reader: MediaReader

  /// How far behind a time the next key frame is looked for.
  private static let reach: Int64 = 5_000_000_000

  /// Opens a file.
  public init(location: String, trackIndex: Int) {
    reader = MediaReader(
      .init(location: location, trackIndex: trackIndex, output: .packets(.video)), from: 0)
  }

  deinit { reader.close() }

  /// The key frame nearest to a time of the source.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - range: Where it may lie, both ends included.
  /// - Returns: When it is shown; `nil` where there is none.
  /// - Throws: Why the file cannot be read, without its name.
  public func nearest(
    to time: MediaTime, in range: ClosedRange<MediaTime>
  ) throws(ElementError) -> MediaTime? {
    let (goal, last) = (time.nanoseconds, range.upperBound.nanoseconds)
    reader.seek(to: goal)
    var best: Int64?
    while case .sample(let sample) = try reader.next() {
      // Nothing that lies farther than the best is of interest.
      let limit = best.map { min(last, 2 * goal - $0) } ?? last
      if sample.start > min(limit, goal + Self.reach) { break }
      guard sample.isKey, sample.start >= range.lowerBound.nanoseconds else { continue }
      best = sample.start
      if sample.start >= goal { break }
    }
    return best.map { MediaTime(nanoseconds: $0) }
  }
}
