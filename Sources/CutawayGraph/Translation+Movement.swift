import CutawayModel
public import CutawayTime

extension Translation {
  /// How many layers move from a time of the output on.
  public struct Movement: Sendable, Hashable {
    public var start: MediaTime
    public var layerCount: Int

    public init(start: MediaTime, layerCount: Int) {
      self.start = start
      self.layerCount = layerCount
    }
  }

  /// Where the number of layers that move changes, from 0 on.
  ///
  /// A film moves; so does a still picture whose place, crop or opacity changes.
  public var movements: [Movement] {
    var changes: [MediaTime: Int] = [.zero: 0]
    for part in resolved.layerSlots().flatMap(\.parts) {
      guard let shown = part.segment.target.intersection(range), let media = part.segment.media
      else { continue }
      let isFilm = resolved.video(of: media)?.frameDuration != nil
      for moving in isFilm ? [shown] : part.layer.ramps.compactMap({ $0.intersection(shown) }) {
        changes[moving.start - range.start, default: 0] += 1
        changes[moving.end - range.start, default: 0] -= 1
      }
    }
    var count = 0
    return changes.filter { $0.key < duration }.sorted { $0.key < $1.key }.map { time, change in
      count += change
      return Movement(start: time, layerCount: count)
    }
  }
}

extension Layer {
  /// When something of it changes.
  fileprivate var ramps: [TimeRange] { transform.ramps + opacity.ramps + crop.ramps }
}

extension AnimatedValue {
  fileprivate var ramps: [TimeRange] { entries.map(\.span).filter { !$0.isEmpty } }
}
