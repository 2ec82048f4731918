extension Composition {
  /// Makes every segment that plays one of the assets an empty one, and every layer that shows one a
  /// layer without content.
  ///
  /// The assets stay in the list.
  public mutating func emptySegments(of assets: Set<Asset.ID>) {
    if assets.isEmpty { return }
    for index in tracks.indices { tracks[index].emptySegments(of: assets) }
    self = mappingContents { content in
      if case .image(let image) = content, assets.contains(Asset.ID(image.asset)) {
        .box
      } else {
        content
      }
    }
  }
}
