import CutawayImaging
import Testing

/// Compares the output with a function of colours that are not multiplied by alpha.
func compareColors(
  tolerance: Double = 1e-4, _ makeFilter: (Picture) -> some PictureFilter,
  _ formula: (SIMD4<Double>) -> SIMD4<Double>,
  sourceLocation location: SourceLocation = #_sourceLocation
) throws {
  try compare(
    tolerance: tolerance, { makeFilter($0.picture) },
    with: { input, x, y in
      let color = formula(input.straight(x, y))
      return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    }, sourceLocation: location)
}

/// Applies a function to red, green and blue.
func eachComponent(_ c: SIMD4<Double>, _ formula: (Double) -> Double) -> SIMD4<Double> {
  SIMD4(formula(c.x), formula(c.y), formula(c.z), c.w)
}

/// The luminance of BT.709.
func lightness(_ c: SIMD4<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }

/// The result of a filter for a single pixel.
func result(
  of makeFilter: (Picture) -> some PictureFilter, for pixel: SIMD4<Float>
) throws -> SIMD4<Float> {
  let sample = try SamplePicture(Region(width: 1, height: 1), [pixel])
  let output = try #require(makeFilter(sample.picture).output)
  return try #require(output.pixels(of: Region(width: 1, height: 1)).first)
}

/// Makes a filter with changed settings.
func made<Filter: PictureFilter>(_ filter: Filter, _ change: (inout Filter) -> Void) -> Filter {
  var filter = filter
  change(&filter)
  return filter
}
