import CCutawayGStreamer
import CutawayElementKit

/// The conversion between 8-bit R′G′B′ and Y′CbCr of BT.601, BT.709 and BT.2020.
struct ColorMatrix: Sendable {
  /// Y′, Cb and Cr from R′, G′ and B′.
  let components: (luma: Weights, blue: Weights, red: Weights)
  /// Cb and Cr from sums of R′, G′ and B′ over eight pixels.
  let meanChroma: (blue: Weights, red: Weights)
  /// R′, G′ and B′ from Y′, Cb and Cr.
  let inverse: Inverse
  /// R′, G′ and B′ from Y′, and from Cb and Cr in eighths of a step.
  let fineInverse: Inverse
  /// The contributions of an R′G′B′ component to Y′, Cb and Cr, in their steps.
  private let shares: [SIMD3<Double>]
  /// Black in Y′CbCr.
  private let black: SIMD3<Double>

  /// Creates the matrix of a coding.
  init(_ coding: LumaCoding) {
    let (kr, kb) = (coding.kr, coding.kb), kg = 1 - kr - kb
    let luma = Double(coding.range(of: 0, depth: 8).span)
    let chroma = Double(coding.range(of: 1, depth: 8).span)
    let (blue, red) = (chroma / (2 * (1 - kb)), chroma / (2 * (1 - kr)))
    let shares = [
      SIMD3(kr * luma, -kr * blue, (1 - kr) * red), SIMD3(kg * luma, -kg * blue, -kg * red),
      SIMD3(kb * luma, (1 - kb) * blue, -kb * red),
    ]
    let black = SIMD3(coding.isFullRange ? 0 : 16, 128.0, 128.0)
    (self.shares, self.black) = (shares, black)
    func weights(_ component: Int, white: Double) -> Weights {
      func share(_ index: Int) -> Int32 { Self.fixed(shares[index][component] / white) }
      return Weights(
        red: share(0), green: share(1), blue: share(2), start: Self.fixed(black[component] + 0.5))
    }
    components = (weights(0, white: 255), weights(1, white: 255), weights(2, white: 255))
    meanChroma = (weights(1, white: 2040), weights(2, white: 2040))
    func inverse(chromaSteps parts: Double) -> Inverse {
      let gain = 255 / luma, start = 0.5 - black.x * gain, step = 255 / chroma
      let (ofRed, ofBlue) = (2 * (1 - kr) * step, 2 * (1 - kb) * step)
      let (greenOfBlue, greenOfRed) = (-ofBlue * kb / kg, -ofRed * kr / kg)
      return Inverse(
        gain: Self.fixed(gain), redOfRed: Self.fixed(ofRed / parts),
        greenOfBlue: Self.fixed(greenOfBlue / parts), greenOfRed: Self.fixed(greenOfRed / parts),
        blueOfBlue: Self.fixed(ofBlue / parts), redStart: Self.fixed(start - 128 * ofRed),
        greenStart: Self.fixed(start - 128 * (greenOfBlue + greenOfRed)),
        blueStart: Self.fixed(start - 128 * ofBlue))
    }
    self.inverse = inverse(chromaSteps: 1)
    fineInverse = inverse(chromaSteps: 8)
  }

  /// Creates the matrix of a Y′CbCr colorimetry; `nil` if it is unknown.
  init?(_ color: GstVideoColorimetry) {
    guard let coding = LumaCoding(color) else { return nil }
    self.init(coding)
  }

  /// The coefficients for one of Y′, Cb and Cr from sums of R′, G′ and B′.
  struct Row: Sendable {
    let red: Int64
    let green: Int64
    let blue: Int64
    let start: Int64

    @inline(__always)
    func value(_ red: Int64, _ green: Int64, _ blue: Int64) -> UInt8 {
      let sum = red &* self.red &+ green &* self.green &+ blue &* self.blue &+ start
      return UInt8(truncatingIfNeeded: min(sum &>> 32, 255))
    }
  }

  /// The coefficients of a component (0 is Y′, 1 Cb, 2 Cr) for sums that are `white` for white.
  func row(_ component: Int, white: Int) -> Row {
    let scale = 4_294_967_296.0
    func share(_ index: Int) -> Int64 {
      Int64((shares[index][component] / Double(white) * scale).rounded())
    }
    return Row(
      red: share(0), green: share(1), blue: share(2),
      start: Int64((black[component] + 0.5) * scale))
  }

  /// The coefficients for one of Y′, Cb and Cr from eight sums of R′, G′ and B′ at once.
  struct Weights: Sendable {
    let red: Int32
    let green: Int32
    let blue: Int32
    let start: Int32

    @inline(__always)
    func steps(_ red: SIMD8<Int32>, _ green: SIMD8<Int32>, _ blue: SIMD8<Int32>) -> SIMD8<Int32> {
      // Never negative.
      ColorMatrix.lowered(
        (red &* self.red &+ green &* self.green &+ blue &* self.blue &+ start)
          &>> ColorMatrix.fraction)
    }
  }

  /// The coefficients for R′, G′ and B′ from Y′, Cb and Cr.
  struct Inverse: Sendable {
    let gain: Int32
    let redOfRed: Int32
    let greenOfBlue: Int32
    let greenOfRed: Int32
    let blueOfBlue: Int32
    let redStart: Int32
    let greenStart: Int32
    let blueStart: Int32
  }

  /// The fraction bits of numbers in lanes of 32 bits; the sums are between -1024 and 1024.
  fileprivate static let fraction: Int32 = 21

  private static func fixed(_ number: Double) -> Int32 {
    Int32((number * Double(1 << fraction)).rounded())
  }

  /// The integers in sums, clamped to 8 bits.
  @inline(__always)
  static func steps(_ sums: SIMD8<Int32>) -> SIMD8<Int32> {
    let integers = sums &>> fraction
    // The upper bit of a negative number, in all bits. Comparisons of vectors are loops.
    return lowered(integers & ~(integers &>> 31))
  }

  /// Integers of which those above 255 become 255.
  @inline(__always)
  fileprivate static func lowered(_ integers: SIMD8<Int32>) -> SIMD8<Int32> {
    let left = 255 &- integers
    return 255 &- (left & ~(left &>> 31))
  }
}

extension LumaCoding {
  /// The coding of a Y′CbCr colorimetry; `nil` if it is unknown.
  init?(_ color: GstVideoColorimetry) {
    var (kr, kb) = (0.0, 0.0)
    guard gst_video_color_matrix_get_Kr_Kb(color.matrix, &kr, &kb) != 0,
      [GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_RANGE_16_235].contains(color.range)
    else { return nil }
    self.init(kr: kr, kb: kb, isFullRange: color.range == GST_VIDEO_COLOR_RANGE_0_255)
  }
}
