import CutawayElementKit

extension VideoFrame {
  /// Fills a frame with premultiplied pixels, row by row.
  ///
  /// Transparent pixels get the colour of their neighbours: sampling mixes the colours of pixels
  /// without regard to their alpha.
  mutating func fill(withPremultiplied words: [UInt32], _ colors: LayerColors) {
    if format.layout.bitsPerComponent == 8 {
      var pixels = pixels(of: UInt8.self)
      pixels.fill(words, colors)
    } else {
      var pixels = pixels(of: UInt16.self)
      pixels.fill(words, colors)
    }
  }
}

extension PixelFrame {
  fileprivate mutating func fill(_ words: [UInt32], _ colors: LayerColors) {
    let (width, height, layout) = (format.width, format.height, format.layout)
    let alpha = layout.alphaIndex
    /// The colour of the last visible pixel; before the first one, of that.
    let visible = words.first { $0 >> 24 > 0 } ?? 0
    var color = colors.converted(visible, to: layout)
    /// The pixel before, because neighbours are often the same.
    var last: (word: UInt32, color: SIMD4<Float>) = (0, color)
    for y in 0..<height {
      let line = words[y * width..<(y + 1) * width]
      // Before the first visible pixel of a row, its colour, not that at the end of the row above.
      if let first = line.first(where: { $0 >> 24 > 0 }) {
        color = colors.converted(first, to: layout)
      }
      var row = self[row: y]
      for (x, word) in line.enumerated() {
        if word >> 24 > 0 {
          if word != last.word { last = (word, colors.converted(word, to: layout)) }
          color = last.color
        }
        color[alpha] = Float(word >> 24)
        row[x] = Self.component(color)
      }
    }
  }

  private static func component(_ pixel: SIMD4<Float>) -> SIMD4<Component> {
    if Component.bitWidth == 8 { return SIMD4(clamping: pixel) }
    // Luma and chroma of 16 bits are those of 8 bits times 256; alpha reaches the largest number.
    return SIMD4(clamping: pixel * SIMD4(257, 256, 256, 256))
  }
}
