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
    var last = SIMD4<Float>(0, 16, 128, 128)
    /// The rows that have no visible pixel so far.
    var emptyRows = 0
    for y in 0..<height {
      let place = y * width
      guard let first = (0..<width).first(where: { words[place + $0] >> 24 > 0 }) else {
        var row = self[row: y]
        for x in 0..<width { row[x] = Self.component(last) }
        emptyRows += emptyRows == y ? 1 : 0
        continue
      }
      last = Self.converted(words[place + first])
      var row = self[row: y]
      for x in 0..<width {
        let word = words[place + x]
        if word >> 24 > 0 { last = Self.converted(word) }
        var pixel = last
        pixel[0] = Float(word >> 24)
        row[x] = Self.component(pixel)
      }
      if emptyRows == y, y > 0 {
        let color = Self.converted(words[place + first])
        for empty in 0..<y {
          var row = self[row: empty]
          for x in 0..<width { row[x] = Self.component(SIMD4(0, color[1], color[2], color[3])) }
        }
      }
      last[0] = 0
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
