import CutawayModel
import CutawayTime

/// The layers of a composition, with the facts that are certain about their visibility.
struct Stage {
  let composition: Composition
  let renderSize: PixelSize
  let tiles: [Tile]

  /// An instruction with its layers, topmost first.
  struct Tile {
    /// The index of the instruction in the composition; `nil` for a default one.
    var index: Int?
    var range: TimeRange
    var layers: [StagedLayer]
    /// Whether the colour behind the layers is transparent, at least in part.
    var isTransparent: Bool
  }

  init(_ composition: Composition, _ media: [Asset.ID: MediaDescription]) {
    self.composition = composition
    let size = composition.renderSize(media)
    renderSize = size
    tiles = composition.tiledInstructions().map { tile in
      let layers = tile.instruction.layers.compactMap { layer -> StagedLayer? in
        guard let track = composition.track(layer.track), track.mediaType == .video else {
          return nil
        }
        return StagedLayer(
          layer, of: track, during: tile.instruction.range, media, in: size, of: tile.instruction)
      }
      return Tile(
        index: tile.index, range: tile.instruction.range, layers: layers,
        isTransparent: composition.background(of: tile.instruction).isTransparent)
    }
  }

  /// Time ranges in which no layer shows a frame.
  func uncoveredTime() -> [Warning] {
    guard composition.tracks.contains(where: { $0.mediaType == .video && !$0.segments.isEmpty })
    else { return [] }
    // Where the background is transparent, it is meant to be visible.
    return tiles.filter { !$0.isTransparent }.flatMap { tile in
      // An instruction may last longer than the composition.
      var left = [
        TimeRange(start: tile.range.start, end: min(tile.range.end, composition.duration))
      ]
      for piece in tile.layers.flatMap(\.pieces) where piece.isSeen {
        left = left.flatMap { $0.without(piece.range) }
      }
      return left.map { range in
        Warning(
          .uncoveredTime, "no layer is visible: only the background is shown",
          path: tile.index.map { ["instructions", "\($0)"] } ?? ["tracks"], range: range)
      }
    }
  }

  /// Layers that are never visible.
  func hiddenLayers() -> [Warning] {
    tiles.flatMap { tile in
      tile.layers.enumerated().compactMap { place, layer in
        guard !layer.pieces.isEmpty else { return emptyLayer(layer, at: place, in: tile) }
        var reasons: [String] = []
        for piece in layer.pieces {
          let above = layer.isComposited ? [] : tile.layers[..<place]
          guard let reason = self.reason(for: piece, below: above) else {
            return nil
          }
          if !reasons.contains(reason) { reasons.append(reason) }
        }
        return warning(layer, at: place, in: tile, reasons.joined(separator: ", or "))
      }
    }
  }

  /// A layer without media in its instruction; not an error in a default instruction, which lists
  /// all tracks.
  private func emptyLayer(
    _ layer: StagedLayer, at place: Int, in tile: Tile
  ) -> Warning? {
    tile.index == nil
      ? nil : warning(layer, at: place, in: tile, "its track has no segment in this time")
  }

  private func warning(
    _ layer: StagedLayer, at place: Int, in tile: Tile, _ reason: String
  ) -> Warning {
    Warning(
      .hiddenLayer, "the layer of '\(layer.track)' is never seen: \(reason)",
      path: path(of: layer, at: place, in: tile), range: tile.range)
  }

  /// The path of a layer, or of its track if no instruction lists it.
  func path(of layer: StagedLayer, at place: Int, in tile: Tile) -> [String] {
    tile.index.map { ["instructions", "\($0)", "layers", "\(place)"] }
      ?? ["tracks", "\(composition.tracks.firstIndex { $0.id == layer.track } ?? 0)"]
  }

  /// The reason why a piece is invisible, or `nil` if a part of it may be visible.
  func reason(
    for piece: StagedLayer.Piece, below layers: ArraySlice<StagedLayer>
  ) -> String? {
    if let reason = piece.hiding { return reason }
    var left = [piece.range]
    var names: [Track.ID] = []
    for layer in layers {
      for upper in layer.pieces(overlapping: piece.range) where upper.covers(piece) {
        let rest = left.flatMap { $0.without(upper.range) }
        if rest != left, !names.contains(layer.track) { names.append(layer.track) }
        left = rest
      }
    }
    guard left.isEmpty else { return nil }
    return "covered by " + names.map { "'\($0)'" }.joined(separator: " and ")
  }
}

extension TimeRange {
  /// The parts that remain when another range is removed.
  func without(_ other: TimeRange) -> [TimeRange] {
    guard let shared = intersection(other) else { return isEmpty ? [] : [self] }
    return [
      TimeRange(start: start, end: shared.start), TimeRange(start: shared.end, end: end),
    ].filter { !$0.isEmpty }
  }
}
