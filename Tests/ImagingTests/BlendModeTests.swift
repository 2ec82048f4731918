import CutawayImaging
import Glibc
import Testing

/// Filters of two pictures against their formulas.
@Suite struct BlendModeTests {
  /// Compares the output for two pictures at different places with a formula of multiplied pixels.
  ///
  /// - Parameters:
  ///   - name: The name of the filter.
  ///   - formula: The result of a pixel in front and one behind.
  ///   - location: The place of the test.
  /// - Throws: What the tests of the pictures throw.
  private func comparePairs(
    _ name: String, _ formula: (_ front: SIMD4<Double>, _ behind: SIMD4<Double>) -> SIMD4<Double>,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    let type = try #require(FilterList.filter(named: name), sourceLocation: location)
    try comparePairs(type.init(), formula, sourceLocation: location)
  }

  private func comparePairs(
    _ filter: some PictureFilter,
    _ formula: (_ front: SIMD4<Double>, _ behind: SIMD4<Double>) -> SIMD4<Double>,
    sourceLocation location: SourceLocation
  ) throws {
    for isOpaque in [true, false] {
      var random = SplitMix64(state: 77)
      var other = try SamplePicture(width: 1, height: 1, using: &random)
      try compare(
        { input in
          let region = input.region
          if let sample = try? SamplePicture(
            width: region.width + 2, height: max(region.height - 1, 1), x: region.minX - 1,
            y: region.minY, isOpaque: isOpaque, using: &random)
          {
            other = sample
          }
          return made(filter) {
            #expect($0.set(.picture(input.picture), for: "image") == .done)
            #expect($0.set(.picture(other.picture), for: "backgroundImage") == .done)
          }
        },
        with: { input, x, y in formula(input[x, y], other[x, y]) }, sourceLocation: location)
    }
  }

  /// Compares a blend mode with the compositing formula of W3C and a function of single components.
  private func compareBlend(
    _ name: String, sourceLocation location: SourceLocation = #_sourceLocation,
    _ mix: (_ b: Double, _ s: Double) -> Double
  ) throws {
    try compareColors(name, sourceLocation: location) { b, s in
      SIMD3(mix(b.x, s.x), mix(b.y, s.y), mix(b.z, s.z))
    }
  }

  /// Compares a blend mode with the compositing formula of W3C and a function of colours.
  private func compareColors(
    _ name: String, sourceLocation location: SourceLocation = #_sourceLocation,
    _ mix: (_ b: SIMD3<Double>, _ s: SIMD3<Double>) -> SIMD3<Double>
  ) throws {
    try comparePairs(
      name,
      { front, behind in
        func straight(_ c: SIMD4<Double>) -> SIMD3<Double> {
          c.w > 0 ? SIMD3(c.x, c.y, c.z) / c.w : SIMD3()
        }
        let (cs, cb, a, b) = (straight(front), straight(behind), front.w, behind.w)
        // cs := (1 − ab) · cs + ab · B(cb, cs), and then source over.
        var color = cs * (a * (1 - b)) + cb * (b * (1 - a))
        if a * b > 0 { color += mix(cb, cs) * (a * b) }
        return SIMD4(color, a + b - a * b)
      }, sourceLocation: location)
  }

  @Test func `Modes of W3C for components`() throws {
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
    try compareBlend("multiplyBlendMode") { b, s in b * s }
    try compareBlend("screenBlendMode") { b, s in 1 - (1 - b) * (1 - s) }
    try compareBlend("overlayBlendMode") { b, s in hardLight(s, b) }
    try compareBlend("darkenBlendMode") { b, s in min(b, s) }
    try compareBlend("lightenBlendMode") { b, s in max(b, s) }
    try compareBlend("colorDodgeBlendMode") { b, s in
      b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    }
    try compareBlend("colorBurnBlendMode") { b, s in
      b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    }
    try compareBlend("hardLightBlendMode", hardLight)
    try compareBlend("softLightBlendMode") { b, s in
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    }
    try compareBlend("differenceBlendMode") { b, s in abs(b - s) }
    try compareBlend("exclusionBlendMode") { b, s in b + s - 2 * b * s }
  }

  @Test func `Modes that Apple documents for components`() throws {
    try compareBlend("subtractBlendMode") { b, s in max(0, b - s) }
    try compareBlend("divideBlendMode") { b, s in b == 0 ? 0 : min(1, b / s) }
    try compareBlend("linearBurnBlendMode") { b, s in max(0, b + s - 1) }
    try compareBlend("linearDodgeBlendMode") { b, s in b + s }
    try compareBlend("linearLightBlendMode") { b, s in max(0, b + 2 * s - 1) }
    try compareBlend("pinLightBlendMode") { b, s in
      s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1)
    }
    try compareBlend("vividLightBlendMode") { b, s in
      if s <= 0.5 { return s == 0 ? 0 : 1 - min(1, (1 - b) / (2 * s)) }
      return min(1, b / (1 - (2 * s - 1)))
    }
  }

  // The functions of W3C, 10.2, with its names.
  private func Lum(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private func Sat(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

  private func SetLum(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    var color = c + (l - Lum(c))
    let (l, n, x) = (Lum(color), color.min(), color.max())
    if n < 0 { color = l + (color - l) * l / (l - n) }
    if x > 1 { color = l + (color - l) * (1 - l) / (x - l) }
    return color
  }

  private func SetSat(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    var color = SIMD3<Double>()
    if c[order[2]] > c[order[0]] {
      color[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
      color[order[2]] = s
    }
    return color
  }

  @Test func `Modes of W3C for whole colours`() throws {
    try compareColors("hueBlendMode") { b, s in SetLum(SetSat(s, Sat(b)), Lum(b)) }
    try compareColors("saturationBlendMode") { b, s in SetLum(SetSat(b, Sat(s)), Lum(b)) }
    try compareColors("colorBlendMode") { b, s in SetLum(s, Lum(b)) }
    try compareColors("luminosityBlendMode") { b, s in SetLum(b, Lum(s)) }
  }

  @Test func `Operations of Porter and Duff, and of components`() throws {
    func each(
      _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ formula: (Double, Double) -> Double
    ) -> SIMD4<Double> {
      SIMD4(formula(a.x, b.x), formula(a.y, b.y), formula(a.z, b.z), formula(a.w, b.w))
    }
    try comparePairs("sourceInCompositing") { a, b in a * b.w }
    try comparePairs("sourceOutCompositing") { a, b in a * (1 - b.w) }
    try comparePairs("sourceAtopCompositing") { a, b in a * b.w + b * (1 - a.w) }
    try comparePairs("additionCompositing") { a, b in
      SIMD4(a.x + b.x, a.y + b.y, a.z + b.z, min(1, a.w + b.w))
    }
    try comparePairs("maximumCompositing") { a, b in each(a, b) { max($0, $1) } }
    try comparePairs("minimumCompositing") { a, b in each(a, b) { min($0, $1) } }
    try comparePairs("multiplyCompositing") { a, b in each(a, b) { $0 * $1 } }
  }

  @Test func `Extents are those of what can be visible`() throws {
    let front = Region(width: 10, height: 10), behind = Region(x: 5, y: 5, width: 10, height: 10)
    let both = Region(x: 5, y: 5, width: 5, height: 5), all = Region(width: 15, height: 15)
    let wanted: [(String, Region)] = [
      ("sourceInCompositing", both), ("sourceOutCompositing", front),
      ("sourceAtopCompositing", behind), ("additionCompositing", all),
      ("maximumCompositing", all), ("minimumCompositing", both), ("multiplyCompositing", both),
      ("screenBlendMode", all), ("hueBlendMode", all), ("blendWithAlphaMask", all),
    ]
    for (name, region) in wanted {
      let type = try #require(FilterList.filter(named: name))
      var filter = type.init()
      _ = filter.set(.picture(Picture.color(.white).cropped(to: front)), for: "image")
      _ = filter.set(.picture(Picture.color(.black).cropped(to: behind)), for: "backgroundImage")
      _ = filter.set(.picture(Picture.color(.white)), for: "maskImage")
      #expect(filter.output?.extent == region, "\(name)")
    }
  }

  @Test func `Light above 1 and below 0 gives sensible results`() throws {
    for type in FilterList.all where type.name.hasSuffix("BlendMode") {
      for (front, behind) in [(4.0, 2.0), (0, 2), (0.5, 3), (1, 5), (-1, 0.5), (0.7, -0.5), (3, 0)]
      {
        var filter = type.init()
        func grey(_ value: Double) -> Picture {
          var linear = ExposureAdjust()
          (linear.image, linear.ev) = (Picture.color(PictureColor(value, value, value)), 1)
          return linear.output ?? .empty
        }
        _ = filter.set(.picture(grey(front)), for: "image")
        _ = filter.set(.picture(grey(behind)), for: "backgroundImage")
        let output = try #require(filter.output)
        let pixel = output.pixels(of: Region(width: 1, height: 1))[0]
        #expect(pixel.w == 1 && pixel.x.isFinite && abs(pixel.x) < 1_000, "\(type.name): \(pixel)")
      }
    }
  }

  @Test func `Masks choose between pictures`() throws {
    let filters: [(String, Int)] = [
      ("blendWithAlphaMask", 3), ("blendWithRedMask", 0), ("blendWithBlueMask", 2),
    ]
    for (name, lane) in filters {
      let type = try #require(FilterList.filter(named: name))
      try compareMasks(type.init(), lane)
    }
  }

  private func compareMasks(_ filter: some PictureFilter, _ lane: Int) throws {
    var random = SplitMix64(state: 3)
    let behind = try SamplePicture(width: 30, height: 30, x: -10, y: -10, using: &random)
    let mask = try SamplePicture(width: 40, height: 9, x: -20, y: -5, using: &random)
    try compare(
      { input in
        made(filter) {
          #expect($0.set(.picture(input.picture), for: "image") == .done)
          #expect($0.set(.picture(behind.picture), for: "backgroundImage") == .done)
          #expect($0.set(.picture(mask.picture), for: "maskImage") == .done)
        }
      },
      with: { input, x, y in
        let weight = mask[x, y][lane]
        return input[x, y] * weight + behind[x, y] * (1 - weight)
      })
  }
}
