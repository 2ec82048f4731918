import CutawayModel
import CutawayTime

/// What the picture consists of, in a time during which it shows the same segments.
struct TimelinePicture: Hashable {
  var range: TimeRange
  var background: Color
  var blurredBackground: BlurredBackground?
  /// The layers that show something, topmost first.
  var layers: [Layer]
  var compositor: Compositor?
  var showsOverlays: Bool
}

extension Composition {
  /// The times at which instructions or segments of video start or end.
  func pictureBounds() -> Set<MediaTime> {
    var bounds: Set<MediaTime> = []
    func add(_ range: TimeRange) { bounds.formUnion([range.start, range.end]) }
    for instruction in instructions { add(instruction.range) }
    for track in tracks where track.mediaType == .video {
      for part in track.segments { add(part.target) }
    }
    return bounds.filter { $0 <= duration }
  }

  /// The pictures between times, which are sorted and include those of ``pictureBounds()``.
  func pictures(between bounds: [MediaTime]) -> [TimelinePicture] {
    let tiles = tiledInstructions()
    var tile = 0, places: [Track.ID: Int] = [:], segments: [Track.ID: [Segment]] = [:]
    for track in tracks { segments[track.id] = track.segments }
    var result: [TimelinePicture] = []
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      while tile + 1 < tiles.count, tiles[tile].instruction.range.end <= start { tile += 1 }
      guard tiles.indices.contains(tile) else { break }
      let instruction = tiles[tile].instruction
      let layers = instruction.layers.filter { layer in
        let all = segments[layer.track] ?? []
        var place = places[layer.track] ?? 0
        while place < all.count, all[place].target.end <= start { place += 1 }
        places[layer.track] = place
        // A track of a layer has no segments.
        return all.isEmpty || place < all.count && !all[place].isEmpty
      }
      result.append(
        TimelinePicture(
          range: TimeRange(start: start, end: end),
          background: instruction.background ?? render.background,
          blurredBackground: blurredBackground(of: instruction), layers: layers.map(\.plain),
          compositor: instruction.compositor, showsOverlays: instruction.showsOverlays))
    }
    return result
  }
}

extension Layer {
  /// The layer without a value that states its default.
  fileprivate var plain: Layer {
    var layer = self
    if opacity.isAlways(1) { layer.opacity = .init() }
    return layer
  }
}
