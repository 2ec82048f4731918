import CutawayElementBridge
import CutawayTime

/// Decoded frames that follow each other in a source: those that may be wanted again, and the newest.
struct FrameRun: Sendable {
  private(set) var frames: [Frame] = []
  /// Whether nothing comes before the first of them.
  private(set) var startsAtBeginning: Bool

  struct Frame: Sendable {
    var sample: MediaSample
    var time: MediaTime
  }

  /// The most that are kept where all may be wanted again.
  private static let limit = (frames: 32, bytes: 64 << 20)

  init(fromBeginning: Bool) { startsAtBeginning = fromBeginning }

  var first: Frame? { frames.first }
  var last: Frame? { frames.last }

  /// The last frame whose time is not after `time`, or the very first of the source.
  func index(at time: MediaTime) -> Int? {
    frames.lastIndex { $0.time <= time } ?? (startsAtBeginning && !frames.isEmpty ? 0 : nil)
  }

  /// Adds a frame, and lets go of the oldest.
  ///
  /// - Parameters:
  ///   - frame: The one that follows the last.
  ///   - keepsAll: Whether any may be wanted again, or only the last one before the new one.
  mutating func append(_ frame: Frame, keepsAll: Bool) {
    frames.append(frame)
    let count = keepsAll ? Self.capacity(of: frame.sample.size) : 2
    guard frames.count > count else { return }
    frames.removeFirst(frames.count - count)
    startsAtBeginning = false
  }

  /// How many frames of a size are kept.
  static func capacity(of size: Int) -> Int {
    max(4, min(limit.frames, limit.bytes / max(size, 1)))
  }
}
