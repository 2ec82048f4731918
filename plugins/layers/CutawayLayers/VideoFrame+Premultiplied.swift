import CutawayElementKit

extension VideoFrame {
  /// Fills a frame of luma, chroma and alpha with premultiplied pixels in BT.709, row by row.
  ///
  /// Transparent pixels get the colour of their neighbours: sampling mixes the colours of pixels
  /// without regard to their alpha.
  mutating func fill(withPremultiplied words: [UInt32]) {
    if format.layout.bitsPerComponent == 8 {
      var pixels = pixels(of: UInt8.self)
      pixels.fill(words)
    } else {
      var pixels = pixels(of: UInt16.self)
      pixels.fill(words)
    }
  }
}

extension PixelFrame {
  fileprivate mutating func fill(_ words: [UInt32]) {
    let (width, height) = (format.width, format.height)
    /// The colour of the last visible pixel; before the first one, of that.
    var color = words.first { $0 >> 24 > 0 }.map(Self.converted) ?? SIMD4(0, 16, 128, 128)
    for y in 0..<height {
      let line = words[y * width..<(y + 1) * width]
      // Before the first visible pixel of a row, its colour, not that at the end of the row above.
      if let first = line.first(where: { $0 >> 24 > 0 }) { color = Self.converted(first) }
      var row = self[row: y]
      for (x, word) in line.enumerated() {
        if word >> 24 > 0 { color = Self.converted(word) }
        color[0] = Float(word >> 24)
        row[x] = Self.component(color)
      }
    }
  }

  /// A pixel as alpha, luma and chroma, for components of 8 bits (ITU-R BT.709, section 4).
  private static func converted(_ word: UInt32) -> SIMD4<Float> {
    let alpha = Float(word >> 24), unit = alpha > 0 ? 1 / alpha : 0
    let red = Float(word >> 16 & 255) * unit, green = Float(word >> 8 & 255) * unit
    let blue = Float(word & 255) * unit
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return SIMD4(
      alpha, 16 + 219 * luma, 128 + 224 * (blue - luma) / 1.8556,
      128 + 224 * (red - luma) / 1.5748)
  }

  private static func component(_ pixel: SIMD4<Float>) -> SIMD4<Component> {
    if Component.bitWidth == 8 { return SIMD4(clamping: pixel) }
    // Luma and chroma of 16 bits are those of 8 bits times 256; alpha reaches the largest number.
    return SIMD4(clamping: pixel * SIMD4(257, 256, 256, 256))
  }
}
