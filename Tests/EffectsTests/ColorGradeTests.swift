import CutawayEffects
import CutawayElementKit
import Foundation
import TestSupport
import Testing

@Suite struct ColorGradeTests {
  /// The graded colour in double precision, without a lookup table.
  static func expected(_ color: SIMD4<Double>, _ grade: ColorGrade) -> SIMD4<Double> {
    let luma = [0.2126, 0.7152, 0.0722]
    var balance = [
      pow(2, grade.temperature / 2), pow(2, -grade.tint / 2), pow(2, -grade.temperature / 2),
    ]
    let sum = zip(balance, luma).reduce(0) { $0 + $1.0 * $1.1 }
    balance = balance.map { $0 / sum }
    let lift = [grade.liftRed, grade.liftGreen, grade.liftBlue].map { $0 + grade.lift }
    let gain = [grade.gainRed, grade.gainGreen, grade.gainBlue].map { $0 * grade.gain }
    let gamma = [grade.gammaRed, grade.gammaGreen, grade.gammaBlue].map { $0 * grade.gamma }
    var result = color
    for index in 0..<3 {
      let value = color[index] * balance[index]
      let lifted = gain[index] * (value + lift[index] - value * lift[index])
      result[index] = pow(max(lifted, 0), 1 / gamma[index])
    }
    let grey = (0..<3).reduce(0) { $0 + result[$1] * luma[$1] }
    for index in 0..<3 {
      result[index] = grey + grade.saturation * (result[index] - grey)
    }
    return result
  }

  static func randomGrade(seed: UInt64) -> ColorGrade {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    return ColorGrade {
      ($0.lift, $0.liftRed, $0.liftGreen) = (number(-0.3...0.3), number(-0.1...0.1), 0.1)
      ($0.gamma, $0.gammaGreen, $0.gammaBlue) = (number(0.5...2), number(0.8...1.3), 0.9)
      ($0.gain, $0.gainRed, $0.gainBlue) = (number(0.3...2), number(0.8...1.3), 1.2)
      ($0.saturation, $0.temperature, $0.tint) = (number(0...3), number(-1...1), number(-1...1))
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `the result follows the formulas`(seed: UInt64) throws {
    let grade = Self.randomGrade(seed: seed)
    for layout in PixelLayout.rgb {
      if layout.bitsPerComponent == 8 {
        let image = Image.random(width: 37, height: 9, layout: layout, seed: seed)
        let quality = psnr(
          try image.filtered(by: grade).colors, image.colors.map { Self.expected($0, grade) })
        #expect(quality >= 55, "\(quality) dB: \(grade)")
      } else if seed < 4 {
        let image = DeepImage.random(width: 37, height: 9, layout: layout, seed: seed)
        let quality = psnr(
          try image.filtered(by: grade).colors, image.colors.map { Self.expected($0, grade) })
        #expect(quality >= 90, "\(quality) dB: \(grade)")
      }
    }
  }

  @Test func `alpha stays exactly the same`() throws {
    let image = Image.random(width: 33, height: 9, layout: .argb, seed: 2, opacity: .varying)
    let result = try image.filtered(by: ColorGrade { $0.gain = 3 })
    #expect(result.pixels.map(\.x) == image.pixels.map(\.x) && result != image)
  }

  @Test func `neutral settings pass frames, and others do not`() throws {
    let neutral = ColorGrade()
    var state = try neutral.makeState(for: VideoFormat(width: 2, height: 2, layout: .bgra))
    #expect(neutral.isIdle(at: .zero, state: &state))
    #expect(ColorGrade { $0.lutAmount = 0.5 }.isIdle(at: .zero, state: &state))
    #expect(
      ColorGrade {
        $0.location = "/some.cube"
        $0.lutAmount = 0
      }.isIdle(at: .zero, state: &state))
    let changes: [(inout ColorGrade) -> Void] = [
      { $0.lift = 0.1 }, { $0.gammaBlue = 2 }, { $0.saturation = 0 }, { $0.tint = 0.1 },
      { $0.location = "/some.cube" },
    ]
    for change in changes { #expect(!ColorGrade(change).isIdle(at: .zero, state: &state)) }
  }

  @Test func `new settings take effect at the next frame`() throws {
    let image = Image.random(width: 30, height: 20, layout: .bgra, seed: 8)
    var state = try ColorGrade().makeState(for: image.format)
    for seed in 0..<5 as Range<UInt64> {
      var frame = image
      try frame.apply(Self.randomGrade(seed: seed), state: &state)
      #expect(try frame == image.filtered(by: Self.randomGrade(seed: seed)))
    }
  }
}
