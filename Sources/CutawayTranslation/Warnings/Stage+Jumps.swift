import CutawayModel
import CutawayTime

extension Stage {
  /// Layers that are visible with the default of a property until their first ramp starts with
  /// another value.
  ///
  /// An entry before the ramp shows that the change is intended. A change where a segment starts,
  /// or while the layer is not visible, is not a jump.
  func jumps() -> [Warning] {
    tiles.filter { $0.index != nil }.flatMap { tile in
      tile.layers.enumerated().flatMap { place, layer in
        [jump(of: layer, at: place, in: tile), flash(of: layer, at: place, in: tile)]
          .compactMap(\.self)
      }
    }
  }

  /// A warning about a transform that jumps.
  private func jump(
    of layer: StagedLayer, at place: Int, in tile: Tile
  ) -> Warning? {
    guard let ramp = layer.layer.transform.firstRamp,
      let meeting = meeting(at: ramp.range.start, of: layer, at: place, in: tile),
      meeting.before.opacities.last > 0, meeting.after.opacities.first > 0,
      moves(to: ramp.from, meeting.after)
    else { return nil }
    return warning(
      "transform", of: layer, at: place, in: tile, from: meeting.before.segment.start,
      to: ramp.range.start,
      "the layer of '\(layer.track)' jumps at \(ramp.range.start.text) s, where its first transform "
        + "ramp begins: until then it is the identity")
  }

  /// A warning about an opacity that jumps to 0: the layer vanishes and fades in.
  private func flash(
    of layer: StagedLayer, at place: Int, in tile: Tile
  ) -> Warning? {
    guard let ramp = layer.layer.opacity.firstRamp, ramp.from == 0, ramp.to > 0,
      let meeting = meeting(at: ramp.range.start, of: layer, at: place, in: tile)
    else { return nil }
    return warning(
      "opacity", of: layer, at: place, in: tile, from: meeting.before.segment.start,
      to: ramp.range.start,
      "the layer of '\(layer.track)' vanishes at \(ramp.range.start.text) s, where its first opacity "
        + "ramp begins: until then the opacity is 1")
  }

  private func warning(
    _ property: String, of layer: StagedLayer, at place: Int, in tile: Tile,
    from start: MediaTime, to end: MediaTime, _ message: String
  ) -> Warning {
    let range = TimeRange(start: max(start, tile.range.start), end: end)
    return Warning(
      .jump,
      "\(message); an entry {at: \(range.start.decimal ?? "\(range.start)"), value: …} sets another",
      path: path(of: layer, at: place, in: tile) + [property, "entries", "0"], range: range)
  }

  /// The pieces of a segment before and after a time, if the first one is certainly visible.
  private func meeting(
    at time: MediaTime, of layer: StagedLayer, at place: Int, in tile: Tile
  ) -> (before: StagedLayer.Piece, after: StagedLayer.Piece)? {
    guard tile.range.start < time, time < tile.range.end else { return nil }
    let following = layer.pieces(overlapping: TimeRange(start: time, end: tile.range.end))
    guard let after = following.first, after.range.start == time,
      let before = layer.pieces[..<following.startIndex].last, before.segment == after.segment,
      hasFrame(during: before.range)
    else { return nil }
    let uppers = tile.layers[..<place]
    // A layer with an unknown placement may hide the whole picture.
    let isUncertain = uppers.contains { upper in
      upper.pieces(overlapping: before.range).contains { $0.isSeen && $0.placement == nil }
    }
    return isUncertain || reason(for: before, below: uppers) != nil ? nil : (before, after)
  }

  private func hasFrame(during range: TimeRange) -> Bool {
    guard let frame = composition.render.frameDuration, frame > .zero else { return true }
    return MediaTime(range.start.ceiled(in: frame)) * frame < range.end
  }

  /// Whether the transform moves a corner of a piece by more than half a pixel.
  private func moves(to transform: LayerTransform, _ piece: StagedLayer.Piece) -> Bool {
    let size: PixelSize, matrix: TransformMatrix
    if let video = piece.video {
      size = video.size
      matrix = transform.matrix(for: video, in: renderSize)
    } else if transform.base == .identity {
      size = renderSize
      matrix = transform.matrix
    } else {
      return false
    }
    let (width, height) = (Double(size.width), Double(size.height))
    return [(0, 0), (width, 0), (0, height), (width, height)].contains { corner in
      let place = matrix.apply(x: corner.0, y: corner.1)
      return abs(place.x - corner.0) > 0.5 || abs(place.y - corner.1) > 0.5
    }
  }
}

extension AnimatedValue {
  /// The first entry if it is a ramp, before which the property has its default; `nil` if it is an
  /// instant.
  fileprivate var firstRamp: Ramp? {
    guard case .ramp(let ramp) = entries.first else { return nil }
    return ramp
  }
}
