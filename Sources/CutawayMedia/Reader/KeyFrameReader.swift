import CutawayElementBridge
package import CutawayElementKit
package import CutawayTime

/// Finds key frames of a file without decoding.
///
/// It blocks its thread while it reads the file. Use it on one thread at a time.
package final class KeyFrameReader: Sendable {
  private let reader: MediaReader

  /// How far beyond a time the next key frame is searched, in nanoseconds.
  private static let reach: Int64 = 5_000_000_000

  /// Creates a reader of a video track; `location` is a path or a URI, `trackIndex` counts video
  /// tracks.
  package init(location: String, trackIndex: Int) {
    reader = MediaReader(
      .init(location: location, trackIndex: trackIndex, output: .packets(.video)), from: 0)
  }

  deinit { reader.close() }

  /// Finds the key frame nearest to a time of the source.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - range: The times that the key frame may have, both ends included.
  /// - Returns: The presentation time of the key frame; `nil` if there is none.
  /// - Throws: `ElementError` with the reason why the file cannot be read, without its name.
  package func nearest(
    to time: MediaTime, in range: ClosedRange<MediaTime>
  ) throws(ElementError) -> MediaTime? {
    let (goal, last) = (time.nanoseconds, range.upperBound.nanoseconds)
    reader.seek(to: goal)
    var best: Int64?
    while case .sample(let sample) = try reader.next() {
      // Packets farther away than the best result are irrelevant.
      let limit = best.map { min(last, 2 * goal - $0) } ?? last
      if sample.start > min(limit, goal + Self.reach) { break }
      guard sample.isKey, sample.start >= range.lowerBound.nanoseconds else { continue }
      best = sample.start
      if sample.start >= goal { break }
    }
    return best.map { MediaTime(nanoseconds: $0) }
  }
}
