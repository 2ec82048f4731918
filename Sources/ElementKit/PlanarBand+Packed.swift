extension PlanarBand {
  /// Lays rows of a frame of packed pixels (`AYUV`, straight alpha) over this band.
  ///
  /// Chroma is brought to half its columns and rows with alpha as weight: of each two rows and, as a
  /// sample lies beside the first of two columns of luma, of three columns by 1 : 2 : 1.
  ///
  /// - Parameters:
  ///   - top: Its pixels.
  ///   - rows: Which of its rows; those of luma that they come to lie on must be in the band.
  ///   - origin: Where its first pixel comes to lie, both even. What lies past the frame is left out.
  ///   - opacity: In 255ths.
  public mutating func blend(
    packed top: FrameView, rows: Range<Int>, origin: (x: Int, y: Int), opacity: UInt16
  ) {
    precondition(top.format.layout == .ayuv, "only AYUV is laid over planes")
    precondition(origin.x % 2 == 0 && origin.y % 2 == 0, "chroma lies on even places")
    let columns =
      max(0, -origin.x)..<max(max(0, -origin.x), min(top.format.width, format.width - origin.x))
    if columns.isEmpty { return }
    for row in rows {
      blendLuma(top, row: row, columns, origin, opacity)
      if (origin.y + row) % 2 == 0 { blendChroma(top, row: row, columns, origin, opacity) }
    }
  }

  private mutating func blendLuma(
    _ top: FrameView, row: Int, _ columns: Range<Int>, _ origin: (x: Int, y: Int), _ opacity: UInt16
  ) {
    let level = UInt32(opacity)
    for x in columns {
      let pixel = top[x, row]
      if pixel[0] == 0 { continue }
      let alpha = divided(by255: UInt32(pixel[0]) &* level)
      let old = UInt32(self[0, origin.x + x, origin.y + row])
      let sum = UInt32(pixel[1]) &* alpha &+ old &* (255 &- alpha)
      self[0, origin.x + x, origin.y + row] = UInt8(divided(by255: sum))
    }
  }

  private mutating func blendChroma(
    _ top: FrameView, row: Int, _ columns: Range<Int>, _ origin: (x: Int, y: Int), _ opacity: UInt16
  ) {
    let next = min(row + 1, top.format.height - 1), last = top.format.width - 1
    for x in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
      // Sums of weights, of weights times alpha, and of those times the two components.
      var alphas: UInt32 = 0, u: UInt32 = 0, v: UInt32 = 0
      for y in [row, next] {
        for (column, weight) in [(max(x - 1, 0), UInt32(1)), (x, 2), (min(x + 1, last), 1)] {
          let pixel = top[column, y]
          let part = UInt32(pixel[0]) &* weight
          alphas &+= part
          u &+= UInt32(pixel[2]) &* part
          v &+= UInt32(pixel[3]) &* part
        }
      }
      if alphas == 0 { continue }
      let alpha = divided(by255: (alphas &+ 4) / 8 &* UInt32(opacity))
      let place = (x: (origin.x + x) / 2, y: (origin.y + row) / 2)
      for (plane, sum) in [(1, u), (2, v)] {
        let value = (sum &+ alphas / 2) / alphas
        let old = UInt32(self[plane, place.x, place.y])
        let mixed = value &* alpha &+ old &* (255 &- alpha)
        self[plane, place.x, place.y] = UInt8(divided(by255: mixed))
      }
    }
  }
}
