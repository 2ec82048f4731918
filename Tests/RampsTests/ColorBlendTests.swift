import CutawayElementKit
import CutawayKeyframes
import CutawayRamps
import TestSupport
import Testing

/// Layers whose colours are mixed with those below them, against the formulas in double precision.
@Suite struct ColorBlendTests {
  /// The mixed component (W3C, Compositing and Blending Level 1, 10.1).
  private static func mixed(_ mode: ColorBlending, _ b: Double, _ s: Double) -> Double {
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
    return switch mode {
    case .normal: s
    case .multiply: b * s
    case .screen: b + s - b * s
    case .overlay: hardLight(s, b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: hardLight(b, s)
    case .softLight:
      s <= 0.5
        ? b - (1 - 2 * s) * b * (1 - b)
        : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    case .add: min(1, b + s)
    }
  }

  private typealias Color = SIMD3<Double>
  private static let (kr, kb) = (0.2126, 0.0722)

  private static func mixed(_ mode: ColorBlending, _ b: Color, _ s: Color) -> Color {
    func part(_ index: Int) -> Double {
      mixed(mode, min(max(b[index], 0), 1), min(max(s[index], 0), 1))
    }
    return Color(part(0), part(1), part(2))
  }

  /// The colour of luma and chroma of 8 bits.
  private static func color(_ y: Double, _ u: Double, _ v: Double) -> Color {
    let luma = (y - 16) / 219, red = luma + (v - 128) / 224 * 2 * (1 - kr)
    let blue = luma + (u - 128) / 224 * 2 * (1 - kb)
    return Color(red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue)
  }

  /// Luma and chroma of 8 bits.
  private static func components(_ color: Color) -> SIMD3<Double> {
    let luma = kr * color.x + (1 - kr - kb) * color.y + kb * color.z
    return SIMD3(
      16 + 219 * luma, 128 + 224 * (color.z - luma) / (2 * (1 - kb)),
      128 + 224 * (color.x - luma) / (2 * (1 - kr)))
  }

  private func settings(_ mode: ColorBlending, opacity: Double) -> LayerMixer.Input {
    var settings = LayerMixer.Input()
    (settings.blend, settings.alpha) = (mode, opacity)
    return settings
  }

  private func pixels<Component: PixelComponent>(
    _ count: Int, using random: inout SeededGenerator
  ) -> [SIMD4<Component>] {
    func component() -> Component {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: 0
      case 1: .max
      default: Component(truncatingIfNeeded: random.next())
      }
    }
    return (0..<count).map { _ in SIMD4(component(), component(), component(), component()) }
  }

  /// Compares random pixels of red, green, blue and alpha with the formula.
  private func compare<Component: PixelComponent>(
    _ mode: ColorBlending, _ layout: PixelLayout, _: Component.Type
  ) throws {
    var random = SeededGenerator(seed: 7)
    let (width, height) = (40, 70), unit = Double(Component.max)
    let below = PixelImage<Component>(
      width: width, height: height, layout: layout, pixels: pixels(width * height, using: &random))
    let above = PixelImage<Component>(
      width: width, height: height, layout: layout, pixels: pixels(width * height, using: &random))
    var mixer = LayerMixer()
    mixer.background = .transparent
    let result = try PixelImage.mixed(
      by: mixer, [(LayerMixer.Input(), below), (settings(mode, opacity: 0.8), above)],
      in: below.format, bands: 3)
    let order = layout.order.indices
    let opacity = (0.8 * unit).rounded() / unit
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let (b, s) = (below[x, y], above[x, y])
        func color(_ p: SIMD4<Component>) -> Color {
          Color(Double(p[order.red]), Double(p[order.green]), Double(p[order.blue])) / unit
        }
        let ab = Double(b[order.alpha]) / unit, sa = Double(s[order.alpha]) / unit * opacity
        let sum = ab + sa - ab * sa
        guard sum > 0 else { continue }
        let expected =
          (color(s) * (sa * (1 - ab)) + color(b) * (ab * (1 - sa))
            + Self.mixed(mode, color(b), color(s)) * (sa * ab)) / sum
        let found = color(result[x, y])
        for index in 0..<3 { worst = max(worst, abs(found[index] - expected[index]) * unit) }
        worst = max(worst, abs(Double(result[x, y][order.alpha]) - sum * unit))
      }
    }
    #expect(worst <= (unit > 255 ? 2 : 0.51), "\(mode), \(layout): \(worst)")
  }

  @Test(arguments: ColorBlending.allCases)
  func `pixels with alpha are mixed by the formulas`(mode: ColorBlending) throws {
    try compare(mode, .argb, UInt8.self)
    try compare(mode, .bgra, UInt8.self)
    try compare(mode, .rgba64, UInt16.self)
  }

  /// Compares pixels with alpha over planes with the formula.
  private func compare<Sample: PixelComponent>(
    _ mode: ColorBlending, over format: PlanarFormat, _: Sample.Type, shift: (x: Int, y: Int)
  ) throws {
    var random = SeededGenerator(seed: 11)
    var below = PlanarPixelImage<Sample>(format)
    let unit = Double(1 << (format.depth - 8))
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          let most = plane == 0 ? 40...220 : 90...170
          below[plane, x, y] = Sample(Double(Int.random(in: most, using: &random)) * unit)
        }
      }
    }
    let (width, height) = (22, 14), step = Double(1 << (Sample.bitWidth - 8))
    let above = PixelImage<Sample>(
      width: width, height: height, layout: Sample.bitWidth == 8 ? .ayuv : .ayuv64,
      pixels: (0..<width * height).map { _ in
        func component(_ range: ClosedRange<Int>) -> Sample {
          Sample(Double(Int.random(in: range, using: &random)) * step)
        }
        let alpha: Sample = [0, .max, component(1...255)][Int.random(in: 0..<3, using: &random)]
        return SIMD4(alpha, component(20...230), component(90...170), component(90...170))
      })
    var layer = settings(mode, opacity: 0.6)
    (layer.xpos, layer.ypos) = (Int32(shift.x), Int32(shift.y))
    let result = try PlanarPixelImage.mixed(
      by: LayerMixer(),
      [(LayerMixer.Input(), .planar(below)), (layer, .packed(above))], in: format, bands: 2)
    let opacity = (0.6 * Double(Sample.max)).rounded() / Double(Sample.max)
    let (columns, rows) = (
      format.chroma.halvesColumns ? 2 : 1, format.chroma.halvesRows ? 2 : 1
    )
    var worst = 0.0, changes: [[Int]: [SIMD3<Double>]] = [:]
    func value(_ plane: Int, _ x: Int, _ y: Int) -> Double { Double(below[plane, x, y]) / unit }
    for y in 0..<format.height {
      for x in 0..<format.width {
        let chroma = [x / columns, y / rows]
        let old = SIMD3(
          value(0, x, y), value(1, chroma[0], chroma[1]), value(2, chroma[0], chroma[1]))
        var expected = old
        let (column, row) = (x - shift.x, y - shift.y)
        if (0..<width).contains(column), (0..<height).contains(row) {
          let pixel = above[column, row], alpha = Double(pixel[0]) / Double(Sample.max) * opacity
          let b = Self.color(old.x, old.y, old.z)
          let s = Self.color(
            Double(pixel[1]) / step, Double(pixel[2]) / step, Double(pixel[3]) / step)
          expected = Self.components(b + (Self.mixed(mode, b, s) - b) * alpha)
        }
        changes[chroma, default: []].append(expected)
        let luma = min(max(expected.x * unit, 0), Double((1 << format.depth) - 1))
        worst = max(worst, abs(Double(result[0, x, y]) - luma))
      }
    }
    for (place, all) in changes {
      let mean = all.reduce(SIMD3<Double>(), +) / Double(all.count)
      for plane in 1...2 {
        worst = max(
          worst, abs(Double(result[plane, place[0], place[1]]) - mean[plane] * unit))
      }
    }
    #expect(worst <= 0.51, "\(mode), \(format): \(worst)")
  }

  @Test(arguments: ColorBlending.allCases.filter { $0 != .normal })
  func `pixels with alpha over planes are mixed by the formulas`(mode: ColorBlending) throws {
    for (width, height) in [(32, 20), (31, 19)] {
      for chroma in [PlanarFormat.Chroma.full, .halved] {
        let format = PlanarFormat(width: width, height: height, chroma: chroma)
        for shift in [(4, 2), (-6, -4), (20, 12)] {
          try compare(mode, over: format, UInt8.self, shift: shift)
        }
      }
    }
    let deep = PlanarFormat(width: 32, height: 20, chroma: .halved, depth: 10)
    try compare(mode, over: deep, UInt16.self, shift: (2, 6))
  }

  @Test func `planes without alpha are refused`() throws {
    let format = PlanarFormat(width: 8, height: 8)
    let error = #expect(throws: ElementError.self) {
      try PlanarImage.mixed(
        by: LayerMixer(),
        [
          (LayerMixer.Input(), .planar(PlanarImage(format))),
          (settings(.screen, opacity: 1), .planar(PlanarImage(format))),
        ], in: format)
    }
    #expect(String(describing: error).contains("alpha"))
  }
}
