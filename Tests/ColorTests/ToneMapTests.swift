import CutawayColor
import CutawayElementKit
import Foundation
import Testing

/// The output for a grey or a colour.
@Suite struct ToneMapTests {
  /// The output for R′G′B′ colours in 0…1.
  private func mapped(_ colors: [[Double]], from transfer: String) throws -> [[Double]] {
    var filter = ToneMap()
    filter.transfer = try #require(TransferFunction(rawValue: transfer))
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

  @Test(arguments: [("hlg", 0.75), ("pq", 0.5807)])
  func `reference white becomes slightly darker than white`(
    transfer: String, signal: Double
  ) throws {
    // BT.2390's curve from 1,000 to 203 cd/m² maps 203 to 160.
    #expect(abs(try mapped(grey: signal, from: transfer) - 0.906) < 0.004)
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
}
