import CutawayElementKit

extension Picture {
  /// The picture, blended with what is behind it.
  ///
  /// The result is (1 − a₂) · c₁ + (1 − a₁) · c₂ + a₁ · a₂ · B, where c₁ and a₁ are the multiplied
  /// colour and alpha of this picture, c₂ and a₂ those of the one behind, and B the mixed colour
  /// (W3C, Compositing and Blending Level 1; ISO 32000-1, 11.3.6).
  ///
  /// - Parameters:
  ///   - background: The picture behind; without one, nothing is behind.
  ///   - mix: Mixes the colour behind with that in front. Colours are not multiplied by alpha. The
  ///     alpha of the result does not count.
  /// - Returns: The blended pictures.
  @inline(__always)
  func blended(
    over background: Picture?,
    _ mix: @escaping @Sendable (_ behind: SIMD4<Float>, _ front: SIMD4<Float>) -> SIMD4<Float>
  ) -> Picture {
    guard let background else { return self }
    return .mixed([self, background], extent: extent.union(background.extent)) { line, others, _ in
      line.blend(over: others[0], mix)
    }
  }
}

extension PixelLine {
  /// Blends the pixels with those behind them.
  @inline(__always)
  fileprivate mutating func blend(
    over background: PixelLine, _ color: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    if isOpaque && background.isOpaque {
      mix(background) { pixel, behind in
        var result = color(behind, pixel)
        result.w = 1
        return result
      }
      return
    }
    mix(background) { pixel, behind in
      let alone = pixel * (1 - behind.w) + behind * (1 - pixel.w)
      guard pixel.w > 0, behind.w > 0 else { return alone }
      var both = color(behind.straight, pixel.straight)
      both.w = 1
      return alone + both * (pixel.w * behind.w)
    }
    isOpaque = false
  }
}
