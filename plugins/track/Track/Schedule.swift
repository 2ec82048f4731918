import Composition
import MediaTime

/// What a track shows when.
struct Schedule: Sendable {
  /// In order of time; what lies between them is empty.
  let segments: [SourceSegment]
  let duration: MediaTime

  /// - Parameters:
  ///   - segments: In order of time.
  ///   - duration: 0 is where the last segment ends.
  init(_ segments: [SourceSegment], duration: MediaTime) {
    self.segments = segments
    self.duration = duration > .zero ? duration : segments.last?.mapping.target.end ?? .zero
  }

  /// The first segment that ends after `time`, in O(log n).
  ///
  /// It may start after it.
  func index(at time: MediaTime) -> Int? {
    var low = 0, high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].mapping.target.end > time { high = middle } else { low = middle + 1 }
    }
    return low < segments.count ? low : nil
  }
}
