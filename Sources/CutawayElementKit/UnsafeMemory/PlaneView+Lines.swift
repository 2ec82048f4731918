// Unsafe: Rows and columns are checked once per call, not per byte.

/// A line through a plane in equal steps, in fixed point with 16 fraction bits.
public struct PlaneLine: Sendable {
  let u: Int
  let v: Int
  let du: Int
  let dv: Int

  /// Starts at a point, in coordinates in which bytes lie at integers, and continues with a
  /// constant step.
  public init(u: Double, v: Double, du: Double, dv: Double) {
    func fixed(_ number: Double) -> Int { fixedPoint(number, unit: 65_536) }
    self.u = fixed(u)
    self.v = fixed(v)
    self.du = fixed(du)
    self.dv = fixed(dv)
  }
}

extension PlaneView {
  /// Whether the first `count` points of a line have all four neighbours in the plane.
  private func contains(_ line: PlaneLine, count: Int) -> Bool {
    func fits(_ start: Int, _ step: Int, _ size: Int) -> Bool {
      let end = start &+ step &* (count &- 1)
      return min(start, end) >= 0 && max(start, end) &>> 16 &+ 1 < size
    }
    return fits(line.u, line.du, width) && fits(line.v, line.dv, height)
  }

  /// Writes bilinear samples along a line into the first `count` bytes of `row`.
  ///
  /// - Returns: Whether all samples were drawn; `false`, with none drawn, if a point lacks a
  ///   neighbour.
  public func sample(_ line: PlaneLine, count: Int, into row: inout ByteRow) -> Bool {
    precondition(count <= row.count, "the row is too short")
    guard count > 0, contains(line, count: count) else { return count == 0 }
    var walk = Walk(line)
    var x = 0
    while x < count {
      // The last block is moved back, to end at the last point.
      if x &+ 8 > count, count >= 8 {
        walk = Walk(line, skipping: count &- 8)
        x = count &- 8
      }
      let samples =
        count >= 8 ? unsafe walk.nextEight(base, stride) : unsafe walk.few(base, stride, count)
      unsafe row.base.storeBytes(
        of: Lanes.narrowed((samples &+ 128) &>> 8), toByteOffset: x,
        as: SIMD8<UInt8>.self)
      x &+= 8
    }
    return true
  }

  /// Adds bilinear samples along a line to sums.
  ///
  /// - Parameters:
  ///   - line: The line to sample.
  ///   - count: The number of points.
  ///   - sums: The sum of each point, eight per block; the last block may exceed the points.
  /// - Returns: `false`, with nothing added, if a point lacks a neighbour.
  public func add(_ line: PlaneLine, count: Int, to sums: inout [SIMD8<UInt16>]) -> Bool {
    guard count > 0, contains(line, count: count) else { return count == 0 }
    precondition(count <= sums.count &* 8, "there are too few sums")
    var walk = Walk(line)
    for block in 0..<(count &+ 7) / 8 {
      let rest = count &- block &* 8
      let samples =
        rest >= 8 ? unsafe walk.nextEight(base, stride) : unsafe walk.few(base, stride, rest)
      sums[block] = sums[block] &+ ((samples &+ 128) &>> 8)
    }
    return true
  }
}

/// A position on a line.
private struct Walk {
  var u: Int
  var v: Int
  let du: Int
  let dv: Int
  /// The fractions of eight points, and their change from one block of eight to the next.
  var fractionsU: SIMD8<UInt16>
  var fractionsV: SIMD8<UInt16>
  let stepsU: SIMD8<UInt16>
  let stepsV: SIMD8<UInt16>

  @inline(__always)
  init(_ line: PlaneLine, skipping count: Int = 0) {
    (du, dv) = (line.du, line.dv)
    u = line.u &+ du &* count
    v = line.v &+ dv &* count
    let lanes = SIMD8<UInt16>(0, 1, 2, 3, 4, 5, 6, 7)
    let stepU = UInt16(truncatingIfNeeded: du), stepV = UInt16(truncatingIfNeeded: dv)
    fractionsU = UInt16(truncatingIfNeeded: u) &+ lanes &* stepU
    fractionsV = UInt16(truncatingIfNeeded: v) &+ lanes &* stepV
    stepsU = SIMD8(repeating: stepU &* 8)
    stepsV = SIMD8(repeating: stepV &* 8)
  }

  /// The next eight samples, in 256ths.
  @inline(__always)
  mutating func nextEight(_ base: UnsafeRawPointer, _ stride: Int) -> SIMD8<UInt16> {
    let a = unsafe next(base, stride), b = unsafe next(base, stride)
    let c = unsafe next(base, stride), d = unsafe next(base, stride)
    let e = unsafe next(base, stride), f = unsafe next(base, stride)
    let g = unsafe next(base, stride), h = unsafe next(base, stride)
    return mix(
      SIMD8(a.upper, b.upper, c.upper, d.upper, e.upper, f.upper, g.upper, h.upper),
      SIMD8(a.lower, b.lower, c.lower, d.lower, e.lower, f.lower, g.lower, h.lower))
  }

  /// The next samples, fewer than eight, in the first lanes.
  mutating func few(_ base: UnsafeRawPointer, _ stride: Int, _ count: Int) -> SIMD8<UInt16> {
    var upper = SIMD8<UInt16>(), lower = SIMD8<UInt16>()
    for lane in 0..<min(count, 8) {
      let pairs = unsafe next(base, stride)
      upper[lane] = pairs.upper
      lower[lane] = pairs.lower
    }
    return mix(upper, lower)
  }

  /// Mixes pairs of neighbours, which lie side by side in each lane.
  @inline(__always)
  private mutating func mix(_ upper: SIMD8<UInt16>, _ lower: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let right = fractionsU &>> 8, left = 256 &- right
    let top = (upper & 255) &* left &+ (upper &>> 8) &* right
    let bottom = (lower & 255) &* left &+ (lower &>> 8) &* right
    let result =
      top &- Lanes.upperProduct(top, fractionsV) &+ Lanes.upperProduct(bottom, fractionsV)
    fractionsU &+= stepsU
    fractionsV &+= stepsV
    return result
  }

  @inline(__always)
  private mutating func next(
    _ base: UnsafeRawPointer, _ stride: Int
  ) -> (upper: UInt16, lower: UInt16) {
    let place = unsafe base + ((v &>> 16) &* stride &+ (u &>> 16))
    u &+= du
    v &+= dv
    return unsafe (
      place.loadUnaligned(as: UInt16.self),
      place.loadUnaligned(fromByteOffset: stride, as: UInt16.self)
    )
  }
}
