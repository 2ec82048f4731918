import CutawayModel
import CutawayTranslation

extension Composition {
  /// A track with its index in the composition.
  struct PlacedTrack {
    var index: Int
    var track: Track
  }

  /// The tracks of a media type in the order of their rows.
  ///
  /// Video tracks are ordered from top to bottom, as in the layers of the first instructions that
  /// show them. Those that no instruction shows come last.
  func rows(of type: Track.MediaType) -> [PlacedTrack] {
    let all = tracks.enumerated().filter { $0.element.mediaType == type }
      .map { PlacedTrack(index: $0.offset, track: $0.element) }
    if type != .video { return all }
    var order: [Track.ID] = []
    for tile in tiledInstructions() {
      // A new track is placed directly below the layer above it.
      var place = 0
      for layer in tile.instruction.layers {
        if let known = order.firstIndex(of: layer.track) {
          place = max(place, known + 1)
        } else {
          order.insert(layer.track, at: place)
          place += 1
        }
      }
    }
    let hidden = all.reversed().filter { !order.contains($0.track.id) }
    return order.compactMap { id in all.first { $0.track.id == id } } + hidden
  }
}
