import CutawayModel
import CutawayTime

extension Stage {
  /// Clips that their layers show as stored, although they are rotated or larger than the picture.
  ///
  /// There is one warning per asset of a layer.
  func unplacedClips() -> [Warning] {
    tiles.flatMap { tile in
      tile.layers.enumerated().flatMap { place, layer in
        unplacedClips(of: layer, at: place, in: tile)
      }
    }
  }

  private func unplacedClips(
    of layer: StagedLayer, at place: Int, in tile: Tile
  ) -> [Warning] {
    let isDefault = tile.index == nil
    // An effect may rotate or scale the frame.
    guard !layer.hasEffects, !layer.isUnplaced,
      isDefault || layer.layer.transform.isAlways(LayerTransform())
    else {
      return []
    }
    // An explicit identity selects the corner of a clip intentionally.
    let mayCrop =
      (isDefault || layer.layer.transform.entries.isEmpty) && layer.layer.crop.entries.isEmpty
    var found: [Warning] = []
    var places: [Asset.ID: (index: Int, start: MediaTime)] = [:]
    for piece in layer.pieces {
      if let known = places[piece.asset] {
        found[known.index].range = TimeRange(start: known.start, end: piece.range.end)
        continue
      }
      guard let video = piece.video,
        let fault = isDefault
          ? cropping(of: video.uprightSize, piece.asset, isDefault: true)
          : turn(of: video, piece.asset, layer.track)
            ?? (mayCrop ? cropping(of: video.size, piece.asset, isDefault: false) : nil),
        reason(for: piece, below: tile.layers[..<place]) == nil
      else { continue }
      places[piece.asset] = (found.count, piece.range.start)
      found.append(
        Warning(
          fault.kind, fault.message,
          path: path(of: layer, at: place, in: tile) + (isDefault ? [] : ["transform"]),
          range: piece.range))
    }
    return found
  }

  private typealias Fault = (kind: Warning.Kind, message: String)

  private func turn(
    of video: MediaDescription.Video, _ asset: Asset.ID, _ track: Track.ID
  ) -> Fault? {
    let upright = video.preferredTransform
    let look: String
    if upright.a == 0 {
      look = "on its side"
    } else if upright.d < 0 {
      look = "upside down"
    } else if upright.a < 0 {
      look = "mirrored"
    } else {
      return nil
    }
    let turned = "'transform: preferred' turns it upright"
    let cure =
      isCut(video.uprightSize)
      ? "'transform: fit' turns it upright and scales it into the picture"
      : turned + ", 'fit' scales it into the picture, too"
    return (
      .turnedClip, "the layer of '\(track)' shows '\(asset)' \(look), as it is stored: \(cure)"
    )
  }

  private func cropping(of size: PixelSize, _ asset: Asset.ID, isDefault: Bool) -> Fault? {
    guard isCut(size) else { return nil }
    let place = isDefault ? "in a layer of an instruction " : ""
    return (
      .croppedClip,
      "'\(asset)' is \(size), larger than the picture, \(renderSize), and is cut off: "
        + "'transform: fit' \(place)shows all of it"
    )
  }

  /// Whether the part of a frame that is cut off, with the frame at the top left, is larger than
  /// the few pixels by which formats differ: a twenty-fifth of the side.
  private func isCut(_ size: PixelSize) -> Bool {
    size.width * 24 > renderSize.width * 25 || size.height * 24 > renderSize.height * 25
  }
}
