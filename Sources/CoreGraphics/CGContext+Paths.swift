extension CGContext {
  /// Adds rectangles.
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }
  /// Fills rectangles.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects)
    fillPath()
  }
  /// Clips what is drawn from now on to rectangles.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }
  /// Draws lines between pairs of points.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[index])
      addLine(to: points[index + 1])
    }
    strokePath()
  }
  /// The colour of insides.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(gray: gray, alpha: alpha))
  }
  /// The colour of lines.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(gray: gray, alpha: alpha))
  }
  /// Draws copies of an image side by side, of which one lies in a rectangle.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
    guard byTiling, rect.width > 0, rect.height > 0 else { return draw(image, in: rect) }
    let area = CGRect(x: 0, y: 0, width: width, height: height).applying(ctm.inverted())
    let first = (
      x: ((area.minX - rect.maxX) / rect.width).rounded(.up),
      y: ((area.minY - rect.maxY) / rect.height).rounded(.up)
    )
    for y in stride(from: rect.minY + first.y * rect.height, to: area.maxY, by: rect.height) {
      for x in stride(from: rect.minX + first.x * rect.width, to: area.maxX, by: rect.width) {
        draw(image, in: CGRect(x: x, y: y, width: rect.width, height: rect.height))
      }
    }
  }
}

extension CGContext {
  /// Creates a context with a copy of an image: red, green, blue and premultiplied alpha; `nil` if a side exceeds 32,767
  /// pixels.
  package convenience init?(copying image: CGImage) {
    unsafe self.init(
      data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
  }
}
