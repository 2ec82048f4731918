import CutawayElementKit
import Glibc

/// The contributions of red, green and blue to the graded colour, by the value of the component.
///
/// The steps up to saturation change each component by itself, and saturation is linear. So a graded
/// colour is the sum of three vectors.
struct GradeCurves: Sendable {
  private let red: [SIMD4<Float>], green: [SIMD4<Float>], blue: [SIMD4<Float>]

  /// The weights of luma (Recommendation ITU-R BT.709).
  static let luma = SIMD3(0.2126, 0.7152, 0.0722)

  /// Computes the tables; the results are components, or indices of `cube`.
  init(_ grade: ColorGrade, _ cube: ColorCube?, _ largest: Int) {
    let scale = cube?.scale ?? SIMD4(repeating: Float(largest))
    var balance = SIMD3(
      exp2(grade.temperature / 2), exp2(-grade.tint / 2), exp2(-grade.temperature / 2))
    balance /= (balance * Self.luma).sum()
    let lift = SIMD3(grade.liftRed, grade.liftGreen, grade.liftBlue) + grade.lift
    let gain = SIMD3(grade.gainRed, grade.gainGreen, grade.gainBlue) * grade.gain
    let gamma = SIMD3(grade.gammaRed, grade.gammaGreen, grade.gammaBlue) * grade.gamma
    func table(_ channel: Int, _ offset: SIMD4<Float>) -> [SIMD4<Float>] {
      var mix = SIMD3(repeating: (1 - grade.saturation) * Self.luma[channel])
      mix[channel] += grade.saturation
      let factors = SIMD4(SIMD3<Float>(mix), 0) * scale
      let exponent = 1 / gamma[channel]
      return (0...largest).map { component in
        let value = Double(component) / Double(largest) * balance[channel]
        let lifted = gain[channel] * (value + lift[channel] * (1 - value))
        let power = exponent == 1 ? lifted : pow(max(0, lifted), exponent)
        return factors * Float(max(0, power)) + offset
      }
    }
    red = table(0, cube?.offset ?? SIMD4())
    green = table(1, SIMD4())
    blue = table(2, SIMD4())
  }

  /// The graded colour of red, green and blue.
  @inline(__always)
  subscript<Component: PixelComponent>(_ color: SIMD4<Component>) -> SIMD4<Float> {
    self.color(
      UInt32(truncatingIfNeeded: color.x), UInt32(truncatingIfNeeded: color.y),
      UInt32(truncatingIfNeeded: color.z))
  }

  /// The graded colour of red, green and blue, of which the low 16 bits count.
  @inline(__always)
  func color(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> SIMD4<Float> {
    self.red[Int(red & 0xFFFF)] + self.green[Int(green & 0xFFFF)] + self.blue[Int(blue & 0xFFFF)]
  }
}
