import CutawayModel
package import CutawayTime

extension Translation {
  /// The number of moving layers from a time of the output on.
  package struct Movement: Sendable, Hashable {
    /// The time from which the number applies, in the time of the output.
    package var start: MediaTime
    /// The number of layers that move; 0 for a standing picture.
    package var layerCount: Int

    /// Creates a movement, for example of a pipeline that was not translated.
    package init(start: MediaTime, layerCount: Int) {
      self.start = start
      self.layerCount = layerCount
    }
  }

  /// The times at which the number of moving layers changes, from 0 on.
  ///
  /// A layer moves if it plays video, or a still whose transform, crop, opacity or effects change.
  /// The whole picture counts as one more layer while its own effects change.
  package var movements: [Movement] {
    var changes: [MediaTime: Int] = [.zero: 0]
    func add(_ moving: TimeRange) {
      changes[moving.start - range.start, default: 0] += 1
      changes[moving.end - range.start, default: 0] -= 1
    }
    let parts = resolved.layerSlots(onMissing: timeline.onMissing).flatMap { slot in
      slot.parts.map { (slot.track, $0) }
    }
    for (track, part) in parts {
      guard let shown = part.segment.target.intersection(range), let media = part.segment.media
      else { continue }
      let isFilm = resolved.video(of: media)?.frameDuration != nil
      let ramps = part.layer.ramps + track.effects.ramps
      (isFilm ? [shown] : ramps.compactMap { $0.intersection(shown) }).forEach(add)
    }
    resolved.composition.effects.ramps.compactMap { $0.intersection(range) }.forEach(add)
    var count = 0
    return changes.filter { $0.key < duration }.sorted { $0.key < $1.key }.map { time, change in
      count += change
      return Movement(start: time, layerCount: count)
    }
  }
}

extension Layer {
  /// The time ranges in which a property of the layer changes.
  fileprivate var ramps: [TimeRange] {
    transform.ramps + opacity.ramps + crop.ramps + effects.ramps
  }
}

extension [Effect] {
  /// The time ranges in which a property of an effect changes.
  fileprivate var ramps: [TimeRange] {
    flatMap { $0.animations.flatMap(\.animation.ramps) }
  }
}
