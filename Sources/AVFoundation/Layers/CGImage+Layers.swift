import CutawayModel
import CutawayOverlays

extension CGImage {
  /// The image with multiplied colours.
  func multiplied(by tint: (red: Double, green: Double, blue: Double)) -> CGImage {
    let factors = [tint.red, tint.green, tint.blue, 1]
    let changed = pixels.enumerated().map { index, value in
      UInt8(min(max(Double(value) * factors[index % 4], 0), 255).rounded())
    }
    return CGImage(width: width, height: height, pixels: changed)
  }

  /// By how much pixels are repeated so that a larger picture of them has sharp edges.
  ///
  /// - Parameters:
  ///   - size: The size in which the image is shown.
  ///   - part: The part of the image that is shown, in its own units.
  /// - Returns: How often a pixel is repeated in each direction; 1 if the picture is not larger.
  func enlargement(for size: CGSize, part: CGRect) -> Int {
    let wanted = max(
      size.width / max(1, CGFloat(width) * part.width),
      size.height / max(1, CGFloat(height) * part.height))
    guard wanted.isFinite, wanted > 1 else { return 1 }
    // At most 4,096 pixels a side.
    return max(1, min(Int((wanted * 2).rounded(.up)), 4_096 / max(width, height, 1)))
  }

  /// The image with each pixel as a square of several.
  func enlarged(by factor: Int) -> CGImage {
    var result: [UInt8] = []
    result.reserveCapacity(pixels.count * factor * factor)
    for row in 0..<height {
      var line: [UInt8] = []
      for column in 0..<width {
        let start = (row * width + column) * 4, pixel = pixels[start..<(start + 4)]
        for _ in 0..<factor { line += pixel }
      }
      for _ in 0..<factor { result += line }
    }
    return CGImage(width: width * factor, height: height * factor, pixels: result)
  }
}

extension LayerText {
  /// Changes all colours.
  mutating func tint(_ change: (Color) -> Color) {
    color = change(color)
    if let own = outline { outline?.color = change(own.color) }
    guard case .spans(var spans) = source else { return }
    for index in spans.indices { spans[index].style.color = spans[index].style.color.map(change) }
    source = .spans(spans)
  }
}
