extension FrameCode {
  /// Reads the code out of a luma plane, or gives `nil` where there is none to be read safely.
  ///
  /// A block whose grey lies in the middle third between black and white makes the whole unreadable:
  /// a picture blended from two frames gives `nil`, not a guess.
  ///
  /// `region` is where the whole frame lies in the picture (not only its blocks), as it was scaled
  /// and turned; the whole picture if `nil`. `orientation` is how the upright frame was turned to
  /// give what is in the picture.
  public static func read(
    luma: [UInt8], width: Int, height: Int, stride: Int, region: PictureRegion? = nil,
    orientation: PictureOrientation = .identity
  ) -> FrameCode? {
    read(width: width, height: height, region: region, orientation: orientation) { x, y in
      Int(luma[y * stride + x])
    }
  }

  /// Reads the code of a picture whose luma `luma` returns.
  static func read(
    width: Int, height: Int, region: PictureRegion?, orientation: PictureOrientation,
    luma: (_ x: Int, _ y: Int) -> Int
  ) -> FrameCode? {
    let region =
      region ?? PictureRegion(x: 0, y: 0, width: Double(width), height: Double(height))
    /// The mean of 5 × 5 samples in the middle of a block.
    func level(column: Int, row: Int) -> Int? {
      var sum = 0
      for step in 0..<25 {
        let across = Double(column) + 0.3 + 0.1 * Double(step % 5)
        let down = Double(row) + 0.3 + 0.1 * Double(step / 5)
        let point = orientation.turned(
          x: across / Double(columns), y: down / Double(rows) * heightFraction)
        let x = Int((region.x + point.x * region.width).rounded(.down))
        let y = Int((region.y + point.y * region.height).rounded(.down))
        guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
        sum += luma(x, y)
      }
      return sum / 25
    }
    guard let white = level(column: 0, row: 0),
      let black = level(column: columns - 1, row: rows - 1), white - black >= 20
    else { return nil }
    var blocks: [Bool] = []
    for block in 0..<columns * rows {
      guard let level = level(column: block % columns, row: block / columns) else { return nil }
      let position = Double(level - black) / Double(white - black)
      guard position < 0.35 || position > 0.65 else { return nil }
      let isWhite = position > 0.5
      guard corners[block] ?? isWhite == isWhite else { return nil }
      blocks.append(isWhite)
    }
    return FrameCode(blocks: blocks)
  }

  /// Reads the code out of a plane of luma.
  public static func read(
    _ luma: Plane, region: PictureRegion? = nil, orientation: PictureOrientation = .identity
  ) -> FrameCode? {
    read(
      luma: luma.bytes, width: luma.width, height: luma.height, stride: luma.stride,
      region: region, orientation: orientation)
  }

  /// Detects the orientation of the frame, and reads it.
  public static func detect(
    _ luma: Plane, region: PictureRegion? = nil
  ) -> (code: FrameCode, orientation: PictureOrientation)? {
    for orientation in PictureOrientation.allCases {
      if let code = read(luma, region: region, orientation: orientation) {
        return (code, orientation)
      }
    }
    return nil
  }
}
