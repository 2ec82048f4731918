extension StillImage {
  /// The image, flipped and rotated.
  package func turned(by orientation: Orientation) -> StillImage {
    if orientation == .identity { return self }
    let (right, bottom) = (width - 1, height - 1)
    let size =
      orientation.swapsSides ? PixelSize(width: height, height: width) : self.size
    // The place of the first pixel of the result, and the steps to the next column and row.
    let (first, column, row) =
      switch orientation {
      case .identity: (0, 1, width)
      case .flip: (right, -1, width)
      case .rotate180: (bottom * width + right, -1, -width)
      case .flipRotate180: (bottom * width, 1, -width)
      case .flipRotate270: (0, width, 1)
      case .rotate90: (bottom * width, -width, 1)
      case .flipRotate90: (bottom * width + right, -width, -1)
      case .rotate270: (right, width, -1)
      }
    var turned = [UInt8](repeating: 0, count: pixels.count), target = 0
    for y in 0..<size.height {
      var place = 4 * (first + y * row)
      for _ in 0..<size.width {
        for byte in 0..<4 { turned[target + byte] = pixels[place + byte] }
        (target, place) = (target + 4, place + 4 * column)
      }
    }
    return StillImage(size: size, pixels: turned)
  }
}
