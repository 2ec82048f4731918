// Unsafe: The initialiser checks that both ends of a line lie in the frame, and so do all
// samples between them.

/// A position on a line through a frame, for four samples at once, with 16 fraction bits.
///
/// Columns and rows are rounded to 128ths, so that the product of a byte and a fraction fits in 16
/// signed bits.
@safe
struct LineWalk {
  private let top: UnsafeRawPointer
  private let bottom: UnsafeRawPointer
  private let pixelsPerRow: SIMD4<UInt32>
  private var u: SIMD4<UInt32>
  private var v: SIMD4<UInt32>
  private let stepU: SIMD4<UInt32>
  private let stepV: SIMD4<UInt32>
  /// The fractions of two samples each, repeated for all components of a pixel.
  ///
  /// Those of the columns are reduced by a half, to fit in a signed lane.
  private var across: (SIMD8<UInt16>, SIMD8<UInt16>)
  private var down: (SIMD8<UInt16>, SIMD8<UInt16>)
  private let stepAcross: SIMD8<UInt16>
  private let stepDown: SIMD8<UInt16>

  /// The maximum number of samples per start, before rounding errors become visible.
  static let reach = 64

  /// Starts at a line, displaced by an offset.
  ///
  /// The neighbours of all `count` samples must lie in the frame. This initialiser checks the two
  /// ends, between which the other samples lie. It does not check ``FrameView/isSampled``.
  @inline(__always)
  init(_ line: SourceLine, offset: SampleOffset, count: Int, in source: borrowing FrameView) {
    // The fraction of a row is truncated to seven bits; adding half of the last bit rounds it.
    let u0 = (line.u &+ offset.u) &>> 16, v0 = ((line.v &+ offset.v) &>> 16) &+ 256
    let du = (line.du &+ 1 << 15) &>> 16, dv = (line.dv &+ 1 << 15) &>> 16
    let u1 = u0 &+ (count &- 1) &* du, v1 = v0 &+ (count &- 1) &* dv
    precondition(
      min(u0, u1) >= 0 && max(u0, u1) < (source.format.width &- 1) &<< 16
        && min(v0, v1) >= 0 && max(v0, v1) < (source.format.height &- 1) &<< 16
        && count <= Self.reach,
      "samples outside the frame")
    unsafe top = source.base
    unsafe bottom = source.base + source.stride
    // With this mask and the one in `next`, the compiler can use a multiply-add instruction.
    pixelsPerRow = SIMD4(repeating: UInt32(truncatingIfNeeded: source.stride / 4) & 0x7FFF)
    let lanes = SIMD4<UInt32>(0, 1, 2, 3)
    u = UInt32(truncatingIfNeeded: u0) &+ lanes &* UInt32(truncatingIfNeeded: du)
    v = UInt32(truncatingIfNeeded: v0) &+ lanes &* UInt32(truncatingIfNeeded: dv)
    stepU = SIMD4(repeating: UInt32(truncatingIfNeeded: du &* 4))
    stepV = SIMD4(repeating: UInt32(truncatingIfNeeded: dv &* 4))
    let low = SIMD8<UInt16>(0, 0, 0, 0, 1, 1, 1, 1), high = low &+ 2
    let fractionU = UInt16(truncatingIfNeeded: u0) &+ 0x8000
    let fractionV = UInt16(truncatingIfNeeded: v0)
    let lowU = UInt16(truncatingIfNeeded: du), lowV = UInt16(truncatingIfNeeded: dv)
    across = (fractionU &+ low &* lowU, fractionU &+ high &* lowU)
    down = (fractionV &+ low &* lowV, fractionV &+ high &* lowV)
    stepAcross = SIMD8(repeating: lowU &* 4)
    stepDown = SIMD8(repeating: lowV &* 4)
  }

  /// Returns four bilinear samples in 128ths, and advances by one step.
  @inline(__always)
  mutating func next() -> (SIMD8<UInt16>, SIMD8<UInt16>) {
    let places = ((v &>> 16) & 0x7FFF) &* pixelsPerRow &+ (u &>> 16)
    let rows = (down.0 &>> 9, down.1 &>> 9)
    let a = columns(at: places[0], SIMD8(lowHalf: rows.0.lowHalf, highHalf: rows.0.lowHalf))
    let b = columns(at: places[1], SIMD8(lowHalf: rows.0.highHalf, highHalf: rows.0.highHalf))
    let c = columns(at: places[2], SIMD8(lowHalf: rows.1.lowHalf, highHalf: rows.1.lowHalf))
    let d = columns(at: places[3], SIMD8(lowHalf: rows.1.highHalf, highHalf: rows.1.highHalf))
    let samples = (Self.mix(a, b, across.0), Self.mix(c, d, across.1))
    u &+= stepU
    v &+= stepV
    across.0 &+= stepAcross
    across.1 &+= stepAcross
    down.0 &+= stepDown
    down.1 &+= stepDown
    return samples
  }

  /// Two neighbouring pixels, each mixed with the pixel below it.
  @inline(__always)
  private func columns(at place: UInt32, _ weight: SIMD8<UInt16>) -> SIMD8<Int16> {
    let offset = Int(place) &* 4
    let upper = unsafe Lanes.signed(
      Lanes.widened(top.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self)))
    let lower = unsafe Lanes.signed(
      Lanes.widened(bottom.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self)))
    return (upper &<< 7) &+ (lower &- upper) &* Lanes.signed(weight)
  }

  /// Mixes the two columns of each of two samples: the mean, plus the difference times the fraction
  /// less a half.
  @inline(__always)
  private static func mix(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ fraction: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    let (left, right) = Lanes.halves(a, b)
    return (Lanes.unsigned(left &+ right) &>> 1)
      &+ Lanes.unsigned(Lanes.upperProduct(right &- left, Lanes.signed(fraction)))
  }
}
