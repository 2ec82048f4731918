extension Composition {
  /// The size in pixels of the coordinate system of transforms.
  package func renderSize(_ media: [Asset.ID: MediaDescription]) -> PixelSize {
    render.size ?? largest(shownVideo(media).map(\.uprightSize))
  }

  /// The video tracks of all segments, in order.
  package func shownVideo(_ media: [Asset.ID: MediaDescription]) -> [MediaDescription.Video] {
    tracks.filter { $0.mediaType == .video }.flatMap(\.segments).compactMap(\.media)
      .compactMap { shown in
        guard let videos = media[shown.asset]?.videoTracks,
          videos.indices.contains(shown.trackIndex)
        else { return nil }
        return videos[shown.trackIndex]
      }
  }
}

private func largest(_ sizes: [PixelSize]) -> PixelSize {
  let width = sizes.map(\.width).max() ?? 1920, height = sizes.map(\.height).max() ?? 1080
  return PixelSize(width: width + width % 2, height: height + height % 2)
}
