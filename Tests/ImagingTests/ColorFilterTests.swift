import CutawayImaging
import Testing

/// Filters of single colours against their formulas.
@Suite struct ColorFilterTests {
  /// Computes a reference from a function of colours that are not multiplied by alpha.
  private func compareColors(
    _ makeFilter: (Picture) -> some PictureFilter,
    _ formula: (SIMD4<Double>) -> SIMD4<Double>,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try compare(
      { makeFilter($0.picture) },
      with: { input, x, y in
        // Beyond the picture and where it is transparent, colours stay transparent.
        var color = input.straight(x, y)
        if color.w == 0 { return SIMD4() }
        color = formula(color)
        return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
      }, sourceLocation: location)
  }

  private func luminance(_ c: SIMD4<Double>) -> Double {
    0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
  }

  @Test func `Colour controls follow their formula`() throws {
    try compareColors(
      { picture in
        var filter = ColorControls()
        (filter.image, filter.saturation, filter.brightness, filter.contrast) = (
          picture, 1.4, 0.1, 0.8
        )
        return filter
      },
      { c in
        let y = luminance(c)
        func part(_ value: Double) -> Double { (y + 1.4 * (value - y) + 0.1 - 0.5) * 0.8 + 0.5 }
        return SIMD4(part(c.x), part(c.y), part(c.z), c.w)
      })
  }

  @Test func `Exposure multiplies by powers of two`() throws {
    try compareColors(
      { picture in
        var filter = ExposureAdjust()
        (filter.image, filter.ev) = (picture, 1.5)
        return filter
      },
      { c in
        let gain = 2.0.squareRoot() * 2
        return SIMD4(c.x * gain, c.y * gain, c.z * gain, c.w)
      })
  }
}
