import CutawayColor
import CutawayElementKit
import Foundation
import TestSupport
import Testing

/// Conversions from HLG and PQ to SDR, compared with decision 0112 in `Double`.
@Suite struct ToneMapTests {
  /// What the decision says, with the formulas of BT.2100, BT.2087 and BT.1886.
  private enum Reference {
    static func sdr(_ color: [Double], from transfer: String, peak: Double) -> [Double] {
      let light = display(color, from: transfer)
      let y = 0.2627 * light[0] + 0.678 * light[1] + 0.0593 * light[2]
      var (r, g, b) = (
        1.660491 * light[0] - 0.587641 * light[1] - 0.07285 * light[2],
        -0.12455 * light[0] + 1.1329 * light[1] - 0.008349 * light[2],
        -0.018151 * light[0] - 0.100579 * light[1] + 1.11873 * light[2]
      )
      let low = min(r, g, b)
      if low < 0 {
        // The point of the line from grey to the colour where the lowest component is 0.
        let part = y / (y - low)
        (r, g, b) = (y + part * (r - y), y + part * (g - y), y + part * (b - y))
      }
      let high = max(r, g, b)
      if high == 0 { return [0, 0, 0] }
      let factor = curve(high, peak: transfer == "hlg" ? 1_000 : peak) / high
      return [r, g, b].map { pow(max(0, $0 * factor), 1 / 2.4) }
    }

    /// Light in cd/m² to light of SDR.
    static func curve(_ light: Double, peak: Double) -> Double {
      if light >= peak { return 1 }
      if light <= 100 || peak <= 203 { return light / 203 }
      func value(_ light: Double, _ s: Double) -> Double {
        100 / 203 + s * log(1 + (light - 100) / 203 / s)
      }
      // Bisection for the logarithm that reaches 1 at the peak.
      var steps = 0.001..<1_000.0
      while steps.upperBound - steps.lowerBound > 1e-9 {
        let middle = (steps.lowerBound + steps.upperBound) / 2
        steps =
          value(peak, middle) < 1 ? middle..<steps.upperBound : steps.lowerBound..<middle
      }
      return value(light, steps.lowerBound)
    }

    private static func display(_ color: [Double], from transfer: String) -> [Double] {
      if transfer == "pq" {
        return color.map { signal in
          let power = pow(signal, 32.0 / 2_523)
          let ratio = max(power - 107.0 / 128, 0) / (2_413.0 / 128 - 2_392.0 / 128 * power)
          return 10_000 * pow(ratio, 8_192.0 / 1_305)
        }
      }
      let scene = color.map { signal in
        signal <= 0.5
          ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
      }
      let y = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
      return scene.map { 1_000 * pow(y, 0.2) * $0 }
    }
  }

  /// The output for R′G′B′ colours in 0…1.
  private func mapped(
    _ colors: [[Double]], from transfer: String, peak: Double = 1_000
  ) throws -> [[Double]] {
    var filter = ToneMap()
    filter.transfer = try #require(TransferFunction(rawValue: transfer))
    filter.peak = peak
    let image = DeepImage(
      colors.map { color in
        let parts = color.map { UInt16(($0 * 65_535).rounded()) }
        return DeepPixel(65_535, parts[0], parts[1], parts[2])
      })
    return try image.filtered(by: filter).pixels.map { pixel in
      #expect(pixel.x == 65_535)
      return (1...3).map { Double(pixel[$0]) / 65_535 }
    }
  }

  private func mapped(grey signal: Double, from transfer: String) throws -> Double {
    try mapped([[signal, signal, signal]], from: transfer)[0][1]
  }

  /// The signal of a luminance in cd/m² by BT.2100.
  private func pq(_ light: Double) -> Double {
    let power = pow(light / 10_000, 1_305 / 8_192)
    return pow((107 / 128 + 2_413 / 128 * power) / (1 + 2_392 / 128 * power), 2_523 / 32)
  }

  @Test(arguments: [("hlg", 1_000), ("pq", 1_000), ("pq", 4_000), ("pq", 203), ("pq", 210)])
  func `colours are within half a step of 8 bits of the decision's formula`(
    transfer: String, peak: Double
  ) throws {
    var random = SeededGenerator(seed: 112)
    var colors = (0...1_023).map { Array(repeating: Double($0) / 1_023, count: 3) }
    for _ in 0..<5_000 {
      // Any colour, and one near grey, as most colours of films.
      colors.append((0..<3).map { _ in .random(in: 0...1, using: &random) })
      let level = Double.random(in: 0.05...0.95, using: &random)
      colors.append((0..<3).map { _ in level + .random(in: -0.05...0.05, using: &random) })
    }
    for (color, result) in zip(colors, try mapped(colors, from: transfer, peak: peak)) {
      // The element reads the nearest of 12 bits.
      let given = color.map { (($0 * 65_535).rounded() / 65_535 * 4_095).rounded() / 4_095 }
      let expected = Reference.sdr(given, from: transfer, peak: peak)
      for index in 0..<3 where abs(result[index] - expected[index]) > 0.5 / 255 {
        Issue.record("\(color) became \(result), not \(expected)")
        return
      }
    }
  }

  @Test(arguments: [("hlg", 0.75), ("pq", 0.5807)])
  func `reference white becomes 87 per cent of the signal`(
    transfer: String, signal: Double
  ) throws {
    #expect(abs(try mapped(grey: signal, from: transfer) - 0.869) < 0.004)
  }

  @Test func `bright colours keep hue and saturation`() throws {
    // Colours of BT.709 in light, whose largest component is compressed.
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let light = (0..<3).map { _ in Double.random(in: 30...990, using: &random) }
      let wide = [
        0.627404 * light[0] + 0.329283 * light[1] + 0.043313 * light[2],
        0.069097 * light[0] + 0.91954 * light[1] + 0.011362 * light[2],
        0.016391 * light[0] + 0.088013 * light[1] + 0.895595 * light[2],
      ]
      let result = try mapped([wide.map(pq)], from: "pq")[0].map { pow($0, 2.4) }
      for index in 0..<3 {
        let ratio = result[index] / result.reduce(0, +), given = light[index] / light.reduce(0, +)
        #expect(abs(ratio - given) < 0.006, "\(light) became \(result)")
      }
    }
  }

  @Test(arguments: [("hlg", 1), ("pq", 0.7518)])
  func `greys stay grey, in their order, from black to white`(
    transfer: String, white: Double
  ) throws {
    let greys = (0...200).map { Array(repeating: white * Double($0) / 200, count: 3) }
    let results = try mapped(greys, from: transfer)
    for result in results {
      #expect(abs(result[0] - result[1]) < 0.003 && abs(result[1] - result[2]) < 0.003)
    }
    #expect(zip(results, results.dropFirst()).allSatisfy { $0[1] <= $1[1] })
    #expect(results[0][1] == 0)
    #expect(results[200][1] > 0.995)
  }

  @Test(arguments: [0.1, 0.26, 0.4, 0.5])
  func `both transfer functions give the same output for the same light`(signal: Double) throws {
    // Up to 0.5, HLG's signal is the square root of three times the scene light.
    let light = 1_000 * pow(signal * signal / 3, 1.2)
    let difference = try mapped(grey: signal, from: "hlg") - mapped(grey: pq(light), from: "pq")
    #expect(abs(difference) < 0.003)
  }

  @Test func `a colour within BT 709 is unchanged`() throws {
    // BT.709's red at 80 cd/m², in BT.2020: below the knee, so that only the primaries change.
    let red = [0.6274, 0.0691, 0.0164].map { pq($0 * 80) }
    let result = try mapped([red], from: "pq")[0]
    #expect(abs(result[0] - pow(80 / 203, 1 / 2.4)) < 0.005)
    #expect(result[1] < 0.05 && result[2] < 0.05)
  }

  @Test(arguments: PixelLayout.rgb, ["hlg", "pq"])
  func `all layouts give the same colours`(layout: PixelLayout, transfer: String) throws {
    var filter = ToneMap()
    filter.transfer = try #require(TransferFunction(rawValue: transfer))
    let parts = layout.order.indices
    for level in stride(from: 0, through: 255, by: 15) {
      let color = [255 - level, level, level / 2]
      let signals = color.map { Double($0) / 255 }
      let expected = try mapped([signals], from: transfer)[0]
      let places = [parts.red, parts.green, parts.blue]
      var result: [Double]
      if layout.bitsPerComponent == 8 {
        var pixel = Pixel(repeating: 255)
        for (place, part) in zip(places, color) { pixel[place] = UInt8(part) }
        let image = Image(width: 1, height: 1, layout: layout, pixels: [pixel])
        let output = try image.filtered(by: filter).pixels[0]
        result = places.map { Double(output[$0]) / 255 }
      } else {
        var pixel = DeepPixel(repeating: 65_535)
        for (place, part) in zip(places, color) { pixel[place] = UInt16(part * 257) }
        let image = DeepImage(width: 1, height: 1, layout: layout, pixels: [pixel])
        let output = try image.filtered(by: filter).pixels[0]
        result = places.map { Double(output[$0]) / 65_535 }
      }
      for (a, b) in zip(result, expected) { #expect(abs(a - b) <= 0.51 / 255, "\(color)") }
    }
  }

  /// A sample of a colour 0…1 in video range, and 4:4:4 of 10 bits, without rounding.
  private func samples(_ color: [Double], _ kr: Double, _ kb: Double) -> [Double] {
    let y = kr * color[0] + (1 - kr - kb) * color[1] + kb * color[2]
    return [
      64 + 876 * y, 512 + 896 * (color[2] - y) / (2 * (1 - kb)),
      512 + 896 * (color[0] - y) / (2 * (1 - kr)),
    ]
  }

  @Test(arguments: ["hlg", "pq"])
  func `planes of 10 bits are within a step of the decision's formula`(transfer: String) throws {
    var random = SeededGenerator(seed: 113)
    let (kr, kb) = (0.2627, 0.0593)
    let colors = (0..<4_096).map { index -> [Double] in
      if index < 1_000 { return Array(repeating: Double(index) / 999, count: 3) }
      return (0..<3).map { _ in .random(in: 0...1, using: &random) }
    }
    var image = DeepPlanarImage(PlanarFormat(width: 64, height: 64, chroma: .full, depth: 10))
    for (index, color) in colors.enumerated() {
      for (plane, sample) in samples(color, kr, kb).enumerated() {
        image[plane, index % 64, index / 64] = UInt16(sample.rounded())
      }
    }
    var filter = ToneMap()
    filter.transfer = try #require(TransferFunction(rawValue: transfer))
    let result = try image.filtered(by: filter, coding: .bt2020)
    for index in colors.indices {
      let place = (x: index % 64, y: index / 64)
      let stored = (0..<3).map { Double(image[$0, place.x, place.y]) }
      let y = (stored[0] - 64) / 876
      let (u, v) = ((stored[1] - 512) / 896 * 2 * (1 - kb), (stored[2] - 512) / 896 * 2 * (1 - kr))
      let color = [y + v, y - (kr * v + kb * u) / (1 - kr - kb), y + u]
      // The tables have 12 bits.
      let given = color.map { (max(0, min(1, $0)) * 4_095).rounded() / 4_095 }
      let expected = samples(
        Reference.sdr(given, from: transfer, peak: 1_000), 0.2126, 0.0722)
      for plane in 0..<3 {
        let sample = Double(result[plane, place.x, place.y])
        // Half a step of 8 bits, as of R′G′B′, and half a step of 10 bits for the rounding.
        #expect(abs(sample - expected[plane]) <= 2.5, "\(transfer) \(color), plane \(plane)")
      }
    }
  }

  @Test func `the chroma of planes is the mean of the pixels that share it`() throws {
    // Two greys and two colours of one chroma: their SDR differs, and its mean is what is stored.
    let format = PlanarFormat(width: 2, height: 2, depth: 10)
    var image = DeepPlanarImage(format),
      full = DeepPlanarImage(
        PlanarFormat(width: 2, height: 2, chroma: .full, depth: 10))
    for (index, luma) in [UInt16(200), 400, 600, 900].enumerated() {
      image[0, index % 2, index / 2] = luma
      full[0, index % 2, index / 2] = luma
    }
    for plane in 1...2 {
      image[plane, 0, 0] = plane == 1 ? 480 : 560
      for index in 0..<4 {
        full[plane, index % 2, index / 2] = plane == 1 ? 480 : 560
      }
    }
    let (halved, each) = (
      try image.filtered(by: ToneMap(), coding: .bt2020),
      try full.filtered(by: ToneMap(), coding: .bt2020)
    )
    #expect(halved.planes[0] == each.planes[0])
    for plane in 1...2 {
      let mean = each.planes[plane].reduce(0.0) { $0 + Double($1) } / 4
      #expect(abs(Double(halved[plane, 0, 0]) - mean) <= 1)
      #expect(Set(each.planes[plane]).count > 1)
    }
  }

  @Test func `SDR becomes HLG in planes as it does in R′G′B′`() throws {
    var filter = ToneMap()
    (filter.transfer, filter.outputTransfer) = (.sdr, .hlg)
    let format = PlanarFormat(width: 2, height: 2, chroma: .full, depth: 10)
    var image = DeepPlanarImage(format)
    for index in 0..<4 {
      for (plane, sample) in samples([0.6, 0.4, 0.2], 0.2126, 0.0722).enumerated() {
        image[plane, index % 2, index / 2] = UInt16(sample.rounded())
      }
    }
    let pixel = DeepPixel(65_535, 39_321, 26_214, 13_107)
    let packed = try DeepImage([pixel]).filtered(by: filter).pixels[0]
    let expected = samples((1...3).map { Double(packed[$0]) / 65_535 }, 0.2627, 0.0593)
    let result = try image.filtered(by: filter, coding: .bt709)
    for plane in 0..<3 {
      #expect(abs(Double(result[plane, 1, 1]) - expected[plane]) <= 1.5)
    }
  }
}
