import CutawayElementKit
import CutawayKeyframes
import CutawayRamps
import Glibc
import TestSupport
import Testing

/// Layers of other depths than 8 bits, other resolutions of chroma, and outputs with alpha.
@Suite struct DeepMixerTests {
  private func layer(_ matrix: TransformMatrix = .identity, opacity: Double = 1) -> LayerMixer.Input
  {
    LayerMixer.Input {
      if matrix != .identity { $0.transform = Shared(text: AnimatedValue(matrix).keyframes) }
      if opacity != 1 { $0.opacity = Shared(text: AnimatedValue(opacity).keyframes) }
    }
  }

  /// A transform that may rotate, mirror, stretch and grow.
  private func randomMatrix(_ random: inout SeededGenerator, isUpright: Bool) -> TransformMatrix {
    let scale = exp(Double.random(in: -0.7...1.0, using: &random))
    let turn = isUpright ? 0 : Double.random(in: -180...180, using: &random)
    let mirror = Bool.random(using: &random) ? -1.0 : 1
    return TransformMatrix.scale(x: scale * mirror, y: scale)
      .concatenating(.rotation(degrees: turn))
      .concatenating(
        .translation(
          x: Double.random(in: 0...100, using: &random),
          y: Double.random(in: 0...60, using: &random)))
  }

  /// The position of a sample in pixels of luma: chroma of half the columns lies on the first of
  /// its two columns, and chroma of half the rows between its two rows.
  private func site(
    _ plane: Int, _ x: Int, _ y: Int, _ chroma: PlanarFormat.Chroma
  ) -> (x: Double, y: Double) {
    if plane == 0 { return (Double(x) + 0.5, Double(y) + 0.5) }
    return (
      chroma == .full ? Double(x) + 0.5 : Double(2 * x) + 0.5,
      chroma == .halved ? Double(2 * y) + 1 : Double(y) + 0.5
    )
  }

  /// A level of 0…1 that increases linearly in a direction, which no filter changes.
  private func level(_ plane: Int, _ x: Double, _ y: Double) -> Double {
    switch plane {
    case 0: 0.2 + 0.002 * x + 0.003 * y
    case 1: 0.15 + 0.002 * x + 0.0025 * y
    default: 0.85 - 0.0025 * x - 0.0015 * y
    }
  }

  /// Planes of linear levels.
  private func ramps(_ format: PlanarFormat) -> DeepPlanarImage {
    var image = DeepPlanarImage(format)
    let largest = Double((1 << format.depth) - 1)
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          let place = site(plane, x, y, format.chroma)
          image[plane, x, y] = UInt16((level(plane, place.x, place.y) * largest).rounded())
        }
      }
    }
    return image
  }

  @Test(arguments: PlanarFormat.Chroma.allCases, PlanarFormat.Chroma.allCases)
  func `every plane stays in place, in any resolution of chroma`(
    from: PlanarFormat.Chroma, to: PlanarFormat.Chroma
  ) throws {
    for seed in UInt64(0)..<12 {
      var random = SeededGenerator(seed: seed &* 71 &+ 3)
      let depth = [10, 12, 16][Int(seed) % 3]
      let source = ramps(PlanarFormat(width: 151, height: 97, chroma: from, depth: depth))
      let matrix =
        seed == 0
        ? TransformMatrix.translation(x: 7, y: 5)
        : randomMatrix(&random, isUpright: seed % 2 == 0)
      let output = PlanarFormat(width: 161, height: 121, chroma: to, depth: depth)
      let result = try DeepPlanarImage.mixed(
        by: LayerMixer(), [(settings: layer(matrix), picture: .planar(source))], in: output)
      let inverse = try #require(matrix.inverse), largest = Double((1 << depth) - 1)
      // Weights have 8 bits, and so have positions: a 256th of the step between two samples.
      let tolerance = 2 + largest * 0.0001
      // Far enough inside the layer that neither its edge nor the width of a filter matters.
      let reach = 3 + 3 * (abs(inverse.a) + abs(inverse.b) + abs(inverse.c) + abs(inverse.d))
      var seen = 0
      for plane in 0..<3 {
        for y in 0..<output.height(of: plane) {
          for x in 0..<output.width(of: plane) {
            let place = site(plane, x, y, to), origin = inverse.apply(x: place.x, y: place.y)
            guard origin.x > reach, origin.y > reach, origin.x < 151 - reach,
              origin.y < 97 - reach
            else { continue }
            seen += 1
            let expected = level(plane, origin.x, origin.y) * largest
            let error = abs(Double(result[plane, x, y]) - expected)
            if error > tolerance {
              Issue.record("plane \(plane) at \(x) \(y): \(error) with \(matrix), \(depth) bits")
              return
            }
          }
        }
      }
      #expect(seen > 50, "\(matrix)")
    }
  }

  @Test(arguments: [10, 12, 16])
  func `a shift by whole pixels keeps every level`(depth: Int) throws {
    let format = PlanarFormat(width: 128, height: 64, depth: depth)
    var source = DeepPlanarImage(format)
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          source[plane, x, y] = UInt16((x * 641 + y * 97) % (1 << depth))
        }
      }
    }
    let result = try DeepPlanarImage.mixed(
      by: LayerMixer(),
      [(settings: layer(.translation(x: 6, y: 4)), picture: .planar(source))], in: format)
    for plane in 0..<3 {
      let (dx, dy) = plane == 0 ? (6, 4) : (3, 2)
      for y in dy..<format.height(of: plane) {
        for x in dx..<format.width(of: plane) {
          #expect(result[plane, x, y] == source[plane, x - dx, y - dy])
        }
      }
    }
  }

  @Test(arguments: 0...16)
  func `a dissolve of 10-bit ramps is rounded to the nearest level`(step: Int) throws {
    let format = PlanarFormat(width: 1024, height: 2, depth: 10)
    var (a, b) = (DeepPlanarImage(format), DeepPlanarImage(format))
    for x in 0..<1024 { (a[0, x, 0], b[0, x, 0]) = (UInt16(x), UInt16(1023 - x)) }
    let opacity = Double(step) / 16
    let mixed = try DeepPlanarImage.mixed(
      by: LayerMixer(),
      [(settings: layer(), picture: .planar(a)), (layer(opacity: opacity), .planar(b))], in: format)
    let same = try DeepPlanarImage.mixed(
      by: LayerMixer(),
      [(settings: layer(), picture: .planar(a)), (layer(opacity: opacity), .planar(a))], in: format)
    for x in 0..<1024 {
      let ideal = Double(x) + (Double(1023 - x) - Double(x)) * opacity
      // The opacity has 16 bits.
      #expect(abs(Double(mixed[0, x, 0]) - ideal) <= 0.51)
      #expect(same[0, x, 0] == UInt16(x))
    }
  }

  @Test(arguments: PlanarFormat.Chroma.allCases, [8, 10, 16])
  func `alpha mixes packed pixels into planes of any format`(
    chroma: PlanarFormat.Chroma, depth: Int
  ) throws {
    func check<Sample: PixelComponent>(_: Sample.Type) throws {
      // Colours are constant, so that chroma does not depend on its filter; alpha grows slowly.
      let unit = Sample(1) << (Sample.bitWidth - 8)
      let layout = Sample.bitWidth == 8 ? PixelLayout.ayuv : .ayuv64
      let color = SIMD3<Sample>(200 * unit, 60 * unit, 180 * unit)
      let pixels = (0..<64 * 4).map { index in
        SIMD4(Sample(index % 64) * (Sample.max / 63), color.x, color.y, color.z)
      }
      let logo = PixelImage<Sample>(width: 64, height: 4, layout: layout, pixels: pixels)
      let format = PlanarFormat(width: 64, height: 4, chroma: chroma, depth: depth)
      let result = try PlanarPixelImage<Sample>.mixed(
        by: LayerMixer(), [(settings: layer(opacity: 0.5), picture: .packed(logo))], in: format)
      let scale = Double(1 << (depth - 8))
      for plane in 0..<3 {
        let top = [200.0, 60, 180][plane] * scale, ground = Double(format.black(of: plane))
        // At the ends of a row, the mean of three columns repeats the last.
        for x in 1..<format.width(of: plane) - 1 {
          let column = format.width(of: plane) == 64 ? x : 2 * x
          let alpha = Double(Sample(column) * (Sample.max / 63)) / Double(Sample.max)
          let opacity = Sample.bitWidth == 8 ? 128.0 / 255 : 0.5
          let expected = ground + (top - ground) * alpha * opacity
          #expect(
            abs(Double(result[plane, x, 0]) - expected) <= 1.5 * max(1, scale / 64),
            "plane \(plane) at \(x)")
        }
      }
    }
    try depth == 8 ? check(UInt8.self) : check(UInt16.self)
  }

  @Test(arguments: UInt64(0)..<20, [false, true])
  func `an output with alpha is one picture over the other`(seed: UInt64, isDeep: Bool) throws {
    func check<Component: PixelComponent>(_: Component.Type) throws {
      var random = SeededGenerator(seed: seed)
      let layout = Component.bitWidth == 8 ? PixelLayout.ayuv : .ayuv64
      func picture() -> PixelImage<Component> {
        let pixels = (0..<20 * 6).map { _ in
          SIMD4<Component>.random(in: 0 ... .max, using: &random)
        }
        return PixelImage(width: 20, height: 6, layout: layout, pixels: pixels)
      }
      let (lower, upper) = (picture(), picture())
      let (dx, dy) = (2 * Int.random(in: -4...4, using: &random), 2)
      let opacity = Double.random(in: 0.1...1, using: &random)
      let format = VideoFormat(width: 20, height: 6, layout: layout)
      var mixer = LayerMixer()
      mixer.background = .transparent
      let above = layer(.translation(x: Double(dx), y: Double(dy)), opacity: opacity)
      for bands in 1...3 {
        let result = try PixelImage<Component>.mixed(
          by: mixer, [(settings: layer(), picture: lower), (above, upper)], in: format,
          bands: bands)
        let unit = Double(Component.max)
        // The opacity has the depth of a component.
        let level = (opacity * unit).rounded() / unit
        for y in 0..<6 {
          for x in 0..<20 {
            let below = lower[x, y]
            var (alpha, color) = (
              Double(below[0]) / unit,
              SIMD3(Double(below[1]), Double(below[2]), Double(below[3]))
            )
            if (0..<20).contains(x - dx), (0..<6).contains(y - dy) {
              let top = upper[x - dx, y - dy], part = Double(top[0]) / unit * level
              let sum = part + alpha * (1 - part)
              let own = SIMD3(Double(top[1]), Double(top[2]), Double(top[3]))
              if sum > 0 { color = (own * part + color * (alpha * (1 - part))) / sum }
              alpha = sum
            }
            #expect(abs(Double(result[x, y][0]) - alpha * unit) <= 1)
            guard alpha > 0 else { continue }
            for component in 0..<3 {
              let error = abs(Double(result[x, y][component + 1]) - color[component])
              // Numbers of 24 bits, for products of two components of 16 bits.
              #expect(error <= 1 + unit / 65_536, "component \(component) at \(x) \(y)")
            }
          }
        }
      }
    }
    try isDeep ? check(UInt16.self) : check(UInt8.self)
  }

  @Test func `an empty output is black, or transparent`() throws {
    let format = VideoFormat(width: 3, height: 2, layout: .ayuv)
    let black = try Image.mixed(by: LayerMixer(), [], in: format)
    #expect(black.pixels.allSatisfy { $0 == Pixel(255, 16, 128, 128) })
    var mixer = LayerMixer()
    mixer.background = .transparent
    let clear = try Image.mixed(by: mixer, [], in: format)
    #expect(clear.pixels.allSatisfy { $0[0] == 0 })
  }

  @Test(arguments: UInt64(0)..<16)
  func `a turned layer of 16 bits equals that of 8 bits, but for its rounding`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 19 &+ 1)
    let chart = chart(width: 90, height: 60, layout: .ayuv)
    let deep = DeepImage(
      width: 90, height: 60, layout: .ayuv64,
      pixels: chart.pixels.map {
        SIMD4<UInt16>(
          UInt16($0[0]) * 257, UInt16($0[1]) << 8, UInt16($0[2]) << 8, UInt16($0[3]) << 8)
      })
    let settings = layer(randomMatrix(&random, isUpright: seed % 2 == 0))
    let output = PlanarFormat(width: 80, height: 60)
    let bytes = try PlanarImage.mixed(
      by: LayerMixer(), [(settings: settings, picture: .packed(chart))], in: output)
    let words = try DeepPlanarImage.mixed(
      by: LayerMixer(), [(settings: settings, picture: .packed(deep))],
      in: PlanarFormat(width: 80, height: 60, depth: 16))
    var sum = 0.0
    for (byte, word) in zip(bytes.planes.joined(), words.planes.joined()) {
      let difference = Double(byte) - Double(word) / 256
      sum += difference * difference
    }
    let count = Double(bytes.planes.joined().count)
    #expect(10 * log10(255 * 255 * count / max(sum, 1e-9)) > 44)
  }

  @Test(arguments: 1...5)
  func `the number of bands changes nothing in 16 bits`(bands: Int) throws {
    let format = PlanarFormat(width: 121, height: 91, chroma: .halvedColumns, depth: 10)
    let source = ramps(PlanarFormat(width: 160, height: 100, chroma: .halved, depth: 10))
    let turned = TransformMatrix.scale(x: 0.6, y: 0.7).concatenating(.rotation(degrees: 20))
      .concatenating(.translation(x: 40, y: 5))
    let inputs: [(settings: LayerMixer.Input, picture: DeepPlanarImage.Picture?)] = [
      (layer(.scale(x: 1.3, y: 1.2)), .planar(source)), (layer(), nil),
      (layer(turned, opacity: 0.3), .planar(source)),
    ]
    let whole = try DeepPlanarImage.mixed(by: LayerMixer(), inputs, in: format)
    let parts = try DeepPlanarImage.mixed(by: LayerMixer(), inputs, in: format, bands: bands)
    #expect(parts == whole)
  }
}

extension TransformMatrix {
  fileprivate var inverse: TransformMatrix? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-9 else { return nil }
    return TransformMatrix(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}
