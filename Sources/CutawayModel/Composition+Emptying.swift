extension Composition {
  /// Takes assets out of the tracks: what showed them is empty.
  public mutating func emptySegments(of assets: Set<Asset.ID>) {
    for index in tracks.indices { tracks[index].emptySegments(of: assets) }
  }
}
