/// What makes pictures of areas around pixels.
extension Picture {
  /// The greatest or the smallest components in a disc.
  func joinedDisc<Join: PixelJoin>(_ join: Join.Type, radius: Double, extent: Region) -> Picture {
    let radius = radius.confined(to: 0...1024)
    if radius < 1 || self.extent.isEmpty { return cropped(to: extent) }
    return DiscPass<Join>(radius: radius).picture(of: self, extent: extent)
  }

  /// The greatest or the smallest components in a rectangle.
  func joinedRectangle<Join: PixelJoin>(
    _ join: Join.Type, _ reach: SIMD2<Int>, extent: Region
  ) -> Picture {
    if reach == SIMD2(0, 0) || self.extent.isEmpty { return cropped(to: extent) }
    return WindowPass<Join>(x: WindowReach(whole: reach.x), y: WindowReach(whole: reach.y))
      .picture(of: self, extent: extent)
  }
}

/// The reach of a rectangle whose sides are rounded to odd numbers.
func morphologyReach(_ width: Double, _ height: Double) -> SIMD2<Int> {
  func reach(_ side: Double) -> Int {
    (side.confined(to: 1...2048) / 2).wholeBelow
  }
  return SIMD2(reach(width), reach(height))
}
