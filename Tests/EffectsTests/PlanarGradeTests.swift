import CutawayEffects
import CutawayElementKit
import Foundation
import TestSupport
import Testing

/// Grading of planes of luma and chroma.
@Suite struct PlanarGradeTests {
  /// Y′CbCr in 0…1 and −0.5…0.5.
  private struct Matrix {
    let kr: Double, kb: Double

    func color(_ y: Double, _ u: Double, _ v: Double) -> SIMD4<Double> {
      let r = y + 2 * (1 - kr) * v, b = y + 2 * (1 - kb) * u
      return SIMD4(r, (y - kr * r - kb * b) / (1 - kr - kb), b, 1)
        .clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
    }

    func luma(_ color: SIMD4<Double>) -> Double {
      kr * color.x + (1 - kr - kb) * color.y + kb * color.z
    }
  }

  /// The graded samples in double precision.
  private func expected(
    _ planes: [[Double]], _ format: PlanarFormat, _ coding: LumaCoding, _ grade: ColorGrade
  ) -> [[Double]] {
    let matrix = Matrix(kr: coding.kr, kb: coding.kb), scale = exp2(Double(format.depth - 8))
    let full = exp2(Double(format.depth)) - 1
    let black = coding.isFullRange ? 0 : 16 * scale, white = coding.isFullRange ? full : 219 * scale
    let middle = 128 * scale, span = coding.isFullRange ? full : 224 * scale
    let step = format.steps(of: 1), columns = format.width(of: 1)
    var result = planes
    var sums = Array(repeating: SIMD4<Double>(), count: planes[1].count)
    for (index, sample) in planes[0].enumerated() {
      let x = index % format.width / step.x, y = index / format.width / step.y
      let place = y * columns + x
      let color = matrix.color(
        (sample - black) / white, (planes[1][place] - middle) / span,
        (planes[2][place] - middle) / span)
      let graded = ColorGradeTests.expected(color, grade)
        .clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
      result[0][index] = black + matrix.luma(graded) * white
      sums[place] += SIMD4(graded.x, graded.y, graded.z, 1)
    }
    for (place, sum) in sums.enumerated() {
      let mean = sum / sum.w, luma = matrix.luma(mean)
      result[1][place] = min(middle + (mean.z - luma) / (2 * (1 - coding.kb)) * span, full)
      result[2][place] = min(middle + (mean.x - luma) / (2 * (1 - coding.kr)) * span, full)
    }
    return result
  }

  private static let codings = [
    LumaCoding.bt709, LumaCoding(kr: 0.299, kb: 0.114, isFullRange: true),
    LumaCoding(kr: 0.2627, kb: 0.0593, isFullRange: false),
  ]

  @Test(arguments: codings, [(1, 1), (3, 2), (6, 5), (37, 12), (8, 9)])
  func `planes are graded as red, green and blue`(coding: LumaCoding, size: (Int, Int)) throws {
    for seed in 0..<4 as Range<UInt64> {
      let grade = ColorGradeTests.randomGrade(seed: seed)
      for format in PlanarFormat.all(width: size.0, height: size.1) {
        let before: [[Double]], after: [[Double]]
        if format.bitsPerSample == 8 {
          let image = PlanarImage.random(format, seed: seed)
          before = (0...2).map(image.numbers)
          after = (0...2).map(try image.filtered(by: grade, coding: coding).numbers)
        } else {
          let image = DeepPlanarImage.random(format, seed: seed)
          before = (0...2).map(image.numbers)
          after = (0...2).map(try image.filtered(by: grade, coding: coding).numbers)
        }
        let reference = expected(before, format, coding, grade)
        for plane in 0...2 {
          let quality = psnr(
            after[plane], reference[plane], largest: exp2(Double(format.depth)) - 1)
          // Half a step of 8 bits is 54 dB.
          #expect(quality >= 54, "\(quality) dB: \(format), plane \(plane), \(grade)")
        }
      }
    }
  }

  @Test(arguments: codings)
  func `colours that a grade does not change stay exactly the same`(coding: LumaCoding) throws {
    // Saturation reaches the tables, but greys have none.
    let grade = ColorGrade { $0.saturation = 1.5 }
    for format in PlanarFormat.all(width: 256, height: 2) where format.bitsPerSample == 16 {
      var image = DeepPlanarImage(format)
      let (zero, span) = coding.range(of: 0, depth: format.depth)
      for x in 0..<256 {
        for y in 0..<2 { image[0, x, y] = UInt16(zero + span * x / 255) }
      }
      #expect(try image.filtered(by: grade, coding: coding) == image, "\(format)")
    }
  }
}
