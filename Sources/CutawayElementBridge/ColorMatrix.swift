import CCutawayGStreamer

/// The conversion between 8-bit R′G′B′ and Y′CbCr of BT.601, BT.709 and BT.2020, rounded to the
/// nearest.
///
/// A pixel is the sum of one entry from each of three tables. An entry contains three numbers of 21
/// bits with fractions, one per component, so that one addition adds all three.
struct ColorMatrix: Sendable {
  /// The contributions of an R′G′B′ component to Y′, Cb and Cr, in their steps.
  private let shares: [SIMD3<Double>]
  /// Black in Y′CbCr.
  private let black: SIMD3<Double>

  /// The fraction bits of Y′CbCr; nine integer bits precede them, because full-range Cb and Cr
  /// reach 255.5.
  static let fraction: UInt64 = 12
  let toYUV: [UInt64]

  /// The fraction bits of R′G′B′, and the bias that makes them positive.
  static let rgbFraction: UInt64 = 11
  static let bias = 384
  /// 256 entries for Y′.
  let fromLuma: [UInt64]
  /// 2041 entries each for Cb and Cr in eighths, because chroma between two samples has a fraction.
  let fromBlue: [UInt64]
  let fromRed: [UInt64]

  /// Creates the tables.
  ///
  /// - Parameters:
  ///   - kr: The weight of red in luma.
  ///   - kb: The weight of blue in luma.
  ///   - isFullRange: Whether Y′CbCr uses 0…255, else 16…235 and 16…240.
  init(kr: Double, kb: Double, isFullRange: Bool) {
    let (luma, chroma) = isFullRange ? (255.0, 255.0) : (219.0, 224.0)
    let kg = 1 - kr - kb
    let (blue, red) = (chroma / (2 * (1 - kb)), chroma / (2 * (1 - kr)))
    shares = [
      SIMD3(kr * luma, -kr * blue, (1 - kr) * red), SIMD3(kg * luma, -kg * blue, -kg * red),
      SIMD3(kb * luma, (1 - kb) * blue, -kb * red),
    ]
    let black = SIMD3(isFullRange ? 0 : 16, 128.0, 128.0)
    self.black = black
    var table: [UInt64] = []
    for (index, share) in shares.enumerated() {
      let start = index == 0 ? black + 0.5 : SIMD3.zero
      for value in 0...255 {
        table.append(Self.packed(start + share * (Double(value) / 255), fraction: Self.fraction))
      }
    }
    toYUV = table
    fromLuma = (0...255).map { value in
      let level = (Double(value) - black.x) / luma * 255
      let start = level + Double(Self.bias) + 0.5
      return Self.packed(SIMD3(repeating: start), fraction: Self.rgbFraction)
    }
    let eighths = (0...2040).map { (Double($0) / 8 - 128) / chroma * 255 }
    fromBlue = eighths.map { value in
      Self.packed(
        SIMD3(0, -2 * kb * (1 - kb) / kg, 2 * (1 - kb)) * value, fraction: Self.rgbFraction)
    }
    fromRed = eighths.map { value in
      Self.packed(
        SIMD3(2 * (1 - kr), -2 * kr * (1 - kr) / kg, 0) * value, fraction: Self.rgbFraction)
    }
  }

  /// Creates the matrix of a Y′CbCr colorimetry; `nil` if it is unknown.
  init?(_ color: GstVideoColorimetry) {
    var (kr, kb) = (0.0, 0.0)
    guard gst_video_color_matrix_get_Kr_Kb(color.matrix, &kr, &kb) != 0,
      [GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_RANGE_16_235].contains(color.range)
    else { return nil }
    self.init(kr: kr, kb: kb, isFullRange: color.range == GST_VIDEO_COLOR_RANGE_0_255)
  }

  /// Packs numbers side by side; a negative one borrows from its neighbour, which the sum returns.
  private static func packed(_ numbers: SIMD3<Double>, fraction: UInt64) -> UInt64 {
    let scale = Double(1 << fraction)
    return (0..<3).reduce(0) { sum, lane in
      let number = Int64((numbers[lane] * scale).rounded())
      return sum &+ UInt64(bitPattern: number) &<< UInt64(21 * lane)
    }
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
}
