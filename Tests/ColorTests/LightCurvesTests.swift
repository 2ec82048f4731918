import CutawayColor
import CutawayElementKit
import Foundation
import Testing

/// Conversions to HLG and PQ, compared with the formulas of the recommendations in `Double`.
@Suite struct LightCurvesTests {
  /// The formulas of BT.2100, BT.1886, BT.2087 and BT.2408, written from the recommendations.
  private enum Reference {
    /// Light of the display in cd/m², red, green and blue of BT.2020.
    static func light(_ color: SIMD3<Double>, from transfer: String) -> SIMD3<Double> {
      switch transfer {
      case "pq": return color.mapped(pqEOTF)
      case "hlg":
        let scene = color.mapped(hlgInverseOETF)
        return scene * (1_000 * pow(luminance(scene), 0.2))
      default:
        let light = color.mapped { 203 * pow($0, 2.4) }
        return SIMD3(
          0.6274 * light.x + 0.3293 * light.y + 0.0433 * light.z,
          0.0691 * light.x + 0.9195 * light.y + 0.0114 * light.z,
          0.0164 * light.x + 0.0880 * light.y + 0.8956 * light.z)
      }
    }

    static func signal(_ light: SIMD3<Double>, to transfer: String) -> SIMD3<Double> {
      if transfer == "pq" { return light.mapped(pqInverseEOTF) }
      let display = (light / 1_000).clamped(
        lowerBound: .zero, upperBound: SIMD3(repeating: 1))
      let y = luminance(display)
      let scene = y > 0 ? display * pow(y, (1 - 1.2) / 1.2) : .zero
      return scene.mapped { hlgOETF(min($0, 1)) }
    }

    private static func luminance(_ color: SIMD3<Double>) -> Double {
      0.2627 * color.x + 0.678 * color.y + 0.0593 * color.z
    }

    private static func pqEOTF(_ signal: Double) -> Double {
      let m1 = 2_610.0 / 16_384, m2 = 2_523.0 / 4_096 * 128
      let c1 = 3_424.0 / 4_096, c2 = 2_413.0 / 4_096 * 32, c3 = 2_392.0 / 4_096 * 32
      let power = pow(signal, 1 / m2)
      return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    private static func pqInverseEOTF(_ light: Double) -> Double {
      let power = pow(light / 10_000, 1_305 / 8_192)
      return pow((107 / 128 + 2_413 / 128 * power) / (1 + 2_392 / 128 * power), 2_523 / 32)
    }

    private static func hlgInverseOETF(_ signal: Double) -> Double {
      let a = 0.17883277, b = 0.28466892, c = 0.55991073
      return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
    }

    private static func hlgOETF(_ light: Double) -> Double {
      let a = 0.17883277, b = 0.28466892, c = 0.55991073
      return light <= 1.0 / 12 ? sqrt(3 * light) : a * log(12 * light - b) + c
    }
  }

  /// The output for R′G′B′ colours in 0…1, with 16 bits.
  private func mapped(
    _ colors: [SIMD3<Double>], from transfer: String, to output: String
  ) throws -> [SIMD3<Double>] {
    var filter = ToneMap()
    filter.transfer = try #require(TransferFunction(rawValue: transfer))
    filter.outputTransfer = try #require(TransferFunction(rawValue: output))
    let image = DeepImage(
      colors.map { color in
        DeepPixel(12_345, deep(color.x), deep(color.y), deep(color.z))
      })
    return try image.filtered(by: filter).pixels.map { pixel in
      #expect(pixel.x == 12_345)
      return SIMD3(Double(pixel.y), Double(pixel.z), Double(pixel.w)) / 65_535
    }
  }

  private func deep(_ number: Double) -> UInt16 { UInt16((number * 65_535).rounded()) }

  /// Greys, and random colours; those of PQ reach 1,000 cd/m² at most.
  private func colors(from transfer: String) -> [SIMD3<Double>] {
    var random = SystemRandomNumberGenerator()
    let peak = transfer == "pq" ? 0.7518 : 1
    return (0...1_023).map { SIMD3(repeating: peak * Double($0) / 1_023) }
      + (0..<3_000).map { _ in
        SIMD3(
          .random(in: 0...peak, using: &random), .random(in: 0...peak, using: &random),
          .random(in: 0...peak, using: &random))
      }
  }

  @Test(arguments: [("sdr", "hlg"), ("sdr", "pq"), ("hlg", "pq"), ("pq", "hlg")])
  func `the output is within half a step of 10 bits of the recommendations' formulas`(
    input: String, output: String
  ) throws {
    let colors = colors(from: input)
    for (color, result) in zip(colors, try mapped(colors, from: input, to: output)) {
      let exact = SIMD3(deep(color.x), deep(color.y), deep(color.z))
      let given = SIMD3(Double(exact.x), Double(exact.y), Double(exact.z)) / 65_535
      let ideal = Reference.signal(Reference.light(given, from: input), to: output)
      let difference = abs(result - ideal).max() * 876
      if difference > 0.5 {
        Issue.record("\(color) became \(result), not \(ideal): \(difference) steps")
        return
      }
    }
  }

  @Test(arguments: [("hlg", 0.75), ("pq", 0.5807)])
  func `white of SDR becomes reference white, 203 cd per m²`(
    output: String, signal: Double
  ) throws {
    let white = try mapped([SIMD3(repeating: 1)], from: "sdr", to: output)[0]
    #expect(abs(white - SIMD3(repeating: signal)).max() < 0.001)
  }

  @Test func `light above the peak of HLG is clipped and stays white`() throws {
    let bright = try mapped([SIMD3(repeating: 0.9)], from: "pq", to: "hlg")[0]
    #expect(abs(bright - SIMD3(repeating: 1)).max() < 0.001)
  }

  @Test(arguments: ["hlg", "pq", "sdr"])
  func `without a change of the transfer function nothing changes`(transfer: String) throws {
    let colors = colors(from: transfer)
    let results = try mapped(colors, from: transfer, to: transfer)
    for (color, result) in zip(colors, results) {
      #expect(
        result == SIMD3(Double(deep(color.x)), Double(deep(color.y)), Double(deep(color.z)))
          / 65_535)
    }
  }
}

extension SIMD3<Double> {
  fileprivate func mapped(_ function: (Double) -> Double) -> SIMD3 {
    SIMD3(function(x), function(y), function(z))
  }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> {
  vector.replacing(with: -vector, where: vector .< 0)
}
