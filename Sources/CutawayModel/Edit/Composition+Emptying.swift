extension Composition {
  /// Makes every segment that plays one of the assets an empty one, and every layer that shows one a
  /// layer without content.
  ///
  /// The assets stay in the list.
  public mutating func emptySegments(of assets: Set<Asset.ID>) {
    if assets.isEmpty { return }
    for index in tracks.indices { tracks[index].emptySegments(of: assets) }
    self = mappingContents { content in
      switch content {
      case .image(let image) where assets.contains(Asset.ID(image.asset)): .box
      case .waveform(let waveform)
      where waveform.asset.map { assets.contains(Asset.ID($0)) } == true: .box
      default: content
      }
    }
  }
}
