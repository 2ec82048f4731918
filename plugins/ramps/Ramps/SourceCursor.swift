import ElementKit

/// Walks over a frame in even steps and takes bilinear samples, in fixed point.
///
/// Positions have 24 bits of fraction; the weights are their upper eight. Four samples share the
/// work on weights: a vector holds the fractions of all four.
struct SourceCursor {
  private var u: Int
  private var v: Int
  private let du: Int
  private let dv: Int
  private var fractionsU: SIMD4<UInt32>
  private var fractionsV: SIMD4<UInt32>
  private let stepsU: SIMD4<UInt32>
  private let stepsV: SIMD4<UInt32>

  /// Starts at the pixel whose top left corner is the point `(u, v)` in a frame whose pixels are
  /// points: what lies half a pixel before the centre sought.
  init(u: Double, v: Double, du: Double, dv: Double) {
    let one = Double(1 << 24)
    self.u = Int((u * one).rounded())
    self.v = Int((v * one).rounded())
    self.du = Int((du * one).rounded())
    self.dv = Int((dv * one).rounded())
    let lanes = SIMD4<UInt32>(0, 1, 2, 3)
    let (stepU, stepV) = (UInt32(truncatingIfNeeded: self.du), UInt32(truncatingIfNeeded: self.dv))
    fractionsU = UInt32(truncatingIfNeeded: self.u) &+ lanes &* stepU
    fractionsV = UInt32(truncatingIfNeeded: self.v) &+ lanes &* stepV
    stepsU = SIMD4(repeating: stepU &* 4)
    stepsV = SIMD4(repeating: stepV &* 4)
  }

  /// The next four samples. Each must have its four neighbours inside the frame.
  @inline(__always)
  mutating func nextFour(in source: FrameView) -> SIMD16<UInt16> {
    let fu = (fractionsU &>> 16) & 255, fv = (fractionsV &>> 16) & 255
    fractionsU &+= stepsU
    fractionsV &+= stepsV
    let a = nextColumns(in: source, weight: fv[0]), b = nextColumns(in: source, weight: fv[1])
    let c = nextColumns(in: source, weight: fv[2]), d = nextColumns(in: source, weight: fv[3])
    return SIMD16(
      lowHalf: mixed(a, b, SIMD2(fu[0], fu[1])), highHalf: mixed(c, d, SIMD2(fu[2], fu[3])))
  }

  /// The left and the right neighbour, each mixed from the upper and the lower.
  @inline(__always)
  private mutating func nextColumns(in source: FrameView, weight: UInt32) -> SIMD8<UInt16> {
    let (top, bottom) = source.square(at: (v &>> 24) &* source.bytesPerRow &+ (u &>> 24) &* 4)
    u &+= du
    v &+= dv
    return lerp(
      SIMD8(truncatingIfNeeded: top), SIMD8(truncatingIfNeeded: bottom),
      SIMD8(repeating: UInt16(truncatingIfNeeded: weight)))
  }

  @inline(__always)
  private func mixed(
    _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ weights: SIMD2<UInt32>
  ) -> SIMD8<UInt16> {
    let w = SIMD2<UInt16>(truncatingIfNeeded: weights)
    return lerp(
      SIMD8(lowHalf: a.lowHalf, highHalf: b.lowHalf),
      SIMD8(lowHalf: a.highHalf, highHalf: b.highHalf),
      SIMD8(lowHalf: SIMD4(repeating: w[0]), highHalf: SIMD4(repeating: w[1])))
  }
}

/// `a + (b − a)·weight/256`, rounded. The difference wraps, and so does the sum, back into range.
@inline(__always)
private func lerp(
  _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ weight: SIMD8<UInt16>
) -> SIMD8<UInt16> {
  ((a &<< 8) &+ (b &- a) &* weight &+ 128) &>> 8
}
