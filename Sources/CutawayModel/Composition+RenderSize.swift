package import CutawayTime

extension Composition {
  /// The size in pixels of the coordinate system of transforms.
  package func renderSize(_ media: [Asset.ID: MediaDescription]) -> PixelSize {
    render.size ?? largest(shownVideo(media).map(\.uprightSize))
  }

  /// The video tracks of all segments, in order, except generated ones, which adapt to the others.
  package func shownVideo(_ media: [Asset.ID: MediaDescription]) -> [MediaDescription.Video] {
    let generated = Set(assets.filter(\.adaptsToRenderSize).map(\.id))
    return tracks.filter { $0.mediaType == .video }.flatMap(\.segments).compactMap(\.media)
      .compactMap { shown in
        guard let videos = media[shown.asset]?.videoTracks,
          !generated.contains(shown.asset),
          videos.indices.contains(shown.trackIndex)
        else { return nil }
        return videos[shown.trackIndex]
      }
  }
}

extension Composition {
  /// The duration of an output frame: if it is open, that of the video with the highest rate.
  package func frameDuration(_ media: [Asset.ID: MediaDescription]) -> MediaTime {
    render.frameDuration
      ?? shownVideo(media).compactMap(\.frameDuration).min() ?? MediaTime(1, over: 30)
  }
}

private func largest(_ sizes: [PixelSize]) -> PixelSize {
  let width = sizes.map(\.width).max() ?? 1920, height = sizes.map(\.height).max() ?? 1080
  return PixelSize(width: width + width % 2, height: height + height % 2)
}
