import CutawayModel
import CutawayTime

extension Stage {
  /// Ramps that are not visible to their ends, because their instruction or the composition ends
  /// before.
  ///
  /// If another instruction has the same ramp, the ramp continues there: also on another track, since
  /// a transition continues a track on a second one.
  func unseenRamps() -> [Warning] {
    unseenRamps("transform", path: ["transform"]) { $0.transform }
      + unseenRamps("opacity", path: ["opacity"]) { $0.opacity }
      + unseenRamps("crop", path: ["crop"]) { $0.crop } + unseenEffectRamps()
  }

  private func unseenEffectRamps() -> [Warning] {
    let effects = tiles.flatMap { $0.layers.flatMap { $0.layer.effects.enumerated() } }
    let places = Set(
      effects.flatMap { index, effect in
        effect.animations.map { EffectProperty(index: index, name: $0.name) }
      })
    return places.sorted { ($0.index, $0.name) < ($1.index, $1.name) }.flatMap { place in
      let path = ["effects", "\(place.index)", "properties", place.name]
      func animation(of layer: Layer) -> PropertyAnimation? {
        guard layer.effects.indices.contains(place.index),
          case .animated(let animation) = layer.effects[place.index].properties[place.name]
        else { return nil }
        return animation
      }
      return unseenRamps(place.name, path: path) { animation(of: $0)?.numbers ?? .init() }
        + unseenRamps(place.name, path: path) { animation(of: $0)?.colors ?? .init() }
        + unseenRamps(place.name, path: path) { animation(of: $0)?.points ?? .init() }
    }
  }

  private func unseenRamps<Value>(
    _ name: String, path keys: [String], _ property: (Layer) -> AnimatedValue<Value>
  ) -> [Warning] {
    /// The ranges of the instructions that have a ramp, in order.
    var ranges: [AnimatedValue<Value>.Ramp: [TimeRange]] = [:]
    for tile in tiles {
      for layer in tile.layers {
        for case .ramp(let ramp) in property(layer.layer).entries {
          ranges[ramp, default: []].append(tile.range)
        }
      }
    }
    return tiles.filter { $0.index != nil }.flatMap { tile in
      tile.layers.enumerated().flatMap { place, layer -> [Warning] in
        // Another warning reports that the layer is not visible.
        if layer.pieces.isEmpty { return [] }
        let path = path(of: layer, at: place, in: tile) + keys + ["entries"]
        return property(layer.layer).entries.enumerated().compactMap { index, entry in
          guard case .ramp(let ramp) = entry, ramp.changes,
            let rest = unseenPart(of: ramp.range, in: tile),
            // If two instructions have the ramp, neither has the range of the other.
            ranges[ramp]?.overlapping(rest, by: \.self)
              .contains(where: { $0 != tile.range }) != true
          else { return nil }
          let shown = TimeRange(start: tile.range.start, end: end(of: tile))
          return Warning(
            .unseenRamp, message(ramp.range, name, tile.range, shown.end),
            path: path + ["\(index)"], range: ramp.range.intersection(shown) ?? shown)
        }
      }
    }
  }

  /// The part of a ramp after an instruction; the whole ramp if it ends before the instruction.
  private func unseenPart(of ramp: TimeRange, in tile: Tile) -> TimeRange? {
    if ramp.end <= tile.range.start { return ramp }
    let end = end(of: tile)
    // Video ends with its last frame, seldom at a round time.
    let slack = composition.render.frameDuration ?? MediaTime(1, over: 24)
    return ramp.end > end + slack ? TimeRange(start: max(end, ramp.start), end: ramp.end) : nil
  }

  /// An instruction may last longer than the composition.
  private func end(of tile: Tile) -> MediaTime { min(tile.range.end, composition.duration) }

  private func message(
    _ ramp: TimeRange, _ name: String, _ instruction: TimeRange, _ end: MediaTime
  ) -> String {
    let range = "the \(name) ramp of \(ramp.text) s"
    if ramp.end <= instruction.start {
      return "\(range) is never seen: its instruction begins at \(instruction.start.text) s; "
        + "times are those of the composition"
    }
    let limit = end < instruction.end ? "the composition" : "its instruction"
    return ramp.start >= end
      ? "\(range) is never seen: \(limit) ends at \(end.text) s"
      : "\(range) goes on after \(limit), which ends at \(end.text) s: its last part is never seen"
  }
}

/// A property of an effect of a layer.
private struct EffectProperty: Hashable {
  var index: Int
  var name: String
}

extension PropertyAnimation {
  fileprivate var numbers: AnimatedValue<Double>? {
    if case .number(let value) = self { value } else { nil }
  }

  fileprivate var colors: AnimatedValue<Color>? {
    if case .color(let value) = self { value } else { nil }
  }

  fileprivate var points: AnimatedValue<Point>? {
    if case .point(let value) = self { value } else { nil }
  }
}

extension AnimatedValue.Ramp {
  /// Whether the value changes during the ramp.
  fileprivate var changes: Bool {
    if case .decomposed(let turns) = interpolation, turns != 0 { return true }
    return from != to
  }
}
