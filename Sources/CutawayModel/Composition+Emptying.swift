extension Composition {
  /// Makes every segment that plays one of the assets an empty one.
  ///
  /// The assets stay in the list.
  public mutating func emptySegments(of assets: Set<Asset.ID>) {
    for index in tracks.indices { tracks[index].emptySegments(of: assets) }
  }
}
