import CutawayKeyframes
import CutawaySources
import CutawayTime

/// The segments of a track in time.
struct Schedule: Sendable {
  /// The segments in order of time; time between them is empty.
  let segments: [SourceSegment]
  let duration: MediaTime
  /// The last segment of each source.
  private let lastUses: [Source: Int]

  private struct Source: Hashable {
    let source: MediaSource
    let trackIndex: Int
    let colorimetry: SourceSegment.Colorimetry?
    let decoder: SourceSegment.Decoder?

    init(_ segment: SourceSegment) {
      source = segment.source
      trackIndex = segment.trackIndex
      colorimetry = segment.colorimetry
      decoder = segment.decoder
    }
  }

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - segments: The segments in order of time.
  ///   - duration: The length of the track; 0 is the end of the last segment.
  init(_ segments: [SourceSegment], duration: MediaTime) {
    self.segments = segments
    self.duration = duration > .zero ? duration : segments.last?.mapping.target.end ?? .zero
    lastUses = Dictionary(
      segments.enumerated().map { (Source($0.element), $0.offset) }, uniquingKeysWith: max)
  }

  /// Finds the first segment that ends after `time`, in O(log n).
  ///
  /// The segment may start after `time`.
  func index(at time: MediaTime) -> Int? {
    var low = 0, high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].mapping.target.end > time { high = middle } else { low = middle + 1 }
    }
    return low < segments.count ? low : nil
  }

  /// Whether two segments play consecutive parts of a source without a gap.
  func isContinuous(from old: Int, to new: Int) -> Bool {
    switch new - old {
    case 1: segments[old].continues(with: segments[new])
    case -1: segments[new].continues(with: segments[old])
    default: false
    }
  }

  func haveSameSource(_ a: Int, _ b: Int) -> Bool {
    Source(segments[a]) == Source(segments[b])
  }

  /// Whether a segment starts so shortly after the previous one in their source that reading on is
  /// faster than a second reader.
  func isCloseBehind(_ new: Int, _ old: Int) -> Bool {
    guard new == old + 1, haveSameSource(new, old) else { return false }
    let jump = segments[new].mapping.source.start - segments[old].mapping.source.end
    return jump >= .zero && jump <= MediaTime(1, over: 2)
  }

  /// Whether a later segment plays the same source.
  func comesAgain(after index: Int) -> Bool {
    lastUses[Source(segments[index])].map { $0 > index } ?? false
  }
}
