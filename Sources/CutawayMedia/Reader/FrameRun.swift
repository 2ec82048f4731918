import CutawayElementBridge
import CutawayTime

/// Consecutive decoded frames of a source: those that may be needed again, and the newest.
struct FrameRun<Sample: SourceSample>: Sendable {
  private(set) var frames: [Frame] = []
  /// Whether the source has no frame before the first one.
  private(set) var startsAtBeginning: Bool

  struct Frame: Sendable {
    var sample: Sample
    var time: MediaTime
  }

  /// The maximum number and size of stored frames, if all may be needed again.
  private static var limit: (frames: Int, bytes: Int) { (32, 64 << 20) }

  init(fromBeginning: Bool) { startsAtBeginning = fromBeginning }

  // Indices instead of the algorithms of collections, which allocate memory for each access to a
  // generic element.
  var first: Frame? { frames.isEmpty ? nil : frames[0] }
  var last: Frame? { frames.isEmpty ? nil : frames[frames.count - 1] }

  /// The last frame whose time is not after `time`, or the first frame of the source.
  func index(at time: MediaTime) -> Int? {
    for index in frames.indices.reversed() where frames[index].time <= time { return index }
    return startsAtBeginning && !frames.isEmpty ? 0 : nil
  }

  /// Appends a frame, and drops the oldest ones.
  ///
  /// - Parameters:
  ///   - frame: The frame after the last one.
  ///   - keepsAll: Whether any frame may be needed again, or only the one before the new one.
  mutating func append(_ frame: Frame, keepsAll: Bool) {
    frames.append(frame)
    let count = keepsAll ? Self.capacity(of: frame.sample.size) : 2
    guard frames.count > count else { return }
    frames.removeFirst(frames.count - count)
    startsAtBeginning = false
  }

  /// The maximum number of stored frames of a size.
  static func capacity(of size: Int) -> Int {
    max(4, min(limit.frames, limit.bytes / max(size, 1)))
  }
}
