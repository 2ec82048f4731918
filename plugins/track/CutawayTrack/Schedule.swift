import CutawayModel
import CutawayTime

/// What a track shows when.
struct Schedule: Sendable {
  /// In order of time; what lies between them is empty.
  let segments: [SourceSegment]
  let duration: MediaTime
  /// The last segment of each source.
  private let lastUses: [Source: Int]

  private struct Source: Hashable {
    let location: String
    let trackIndex: Int
    let colorimetry: Asset.Colorimetry?

    init(_ segment: SourceSegment) {
      location = segment.location
      trackIndex = segment.trackIndex
      colorimetry = segment.colorimetry
    }
  }

  /// - Parameters:
  ///   - segments: In order of time.
  ///   - duration: 0 is where the last segment ends.
  init(_ segments: [SourceSegment], duration: MediaTime) {
    self.segments = segments
    self.duration = duration > .zero ? duration : segments.last?.mapping.target.end ?? .zero
    lastUses = Dictionary(
      segments.enumerated().map { (Source($0.element), $0.offset) }, uniquingKeysWith: max)
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

  /// Whether nothing but a cut lies between two segments: each frame follows the one before it.
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

  /// Whether a segment begins so little later in the source than the one before it ends that reading
  /// on leads there sooner than another reader.
  func isCloseBehind(_ new: Int, _ old: Int) -> Bool {
    guard new == old + 1, haveSameSource(new, old) else { return false }
    let jump = segments[new].mapping.source.start - segments[old].mapping.source.end
    return jump >= .zero && jump <= MediaTime(1, over: 2)
  }

  /// Whether a later segment shows the same source.
  func comesAgain(after index: Int) -> Bool {
    lastUses[Source(segments[index])].map { $0 > index } ?? false
  }
}
