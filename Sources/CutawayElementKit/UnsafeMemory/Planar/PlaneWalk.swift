// Unsafe: The initialiser checks that all points of a line have their neighbours in the plane.

/// A position on a line through a plane, for eight samples at once.
@safe
struct PlaneWalk<Sample: PixelComponent> {
  private let base: UnsafeRawPointer
  private let stride: Int
  private let line: PlaneLine
  /// Whether there are at least eight points, and four bytes can be read at each and below it.
  private let isFast: Bool
  private var u: Int
  private var v: Int
  /// The fractions of eight points, and their change from one block of eight to the next.
  private var fractionsU: SIMD8<UInt16>
  private var fractionsV: SIMD8<UInt16>
  private let stepsU: SIMD8<UInt16>
  private let stepsV: SIMD8<UInt16>

  /// Starts at the first of `count` points, at least one; `nil` if a point lacks one of its four
  /// neighbours in the plane.
  @inline(__always)
  init?(_ line: PlaneLine, count: Int, in plane: borrowing PlaneView<Sample>) {
    guard line.isWithin(plane, count: count) else { return nil }
    unsafe base = plane.base
    stride = plane.stride
    self.line = line
    isFast = count >= 8 && line.hasRoom(in: plane, count: count)
    let stepU = UInt16(truncatingIfNeeded: line.du), stepV = UInt16(truncatingIfNeeded: line.dv)
    stepsU = SIMD8(repeating: stepU &* 8)
    stepsV = SIMD8(repeating: stepV &* 8)
    (u, v) = (line.u, line.v)
    fractionsU = Self.fractions(line.u, line.du)
    fractionsV = Self.fractions(line.v, line.dv)
  }

  @inline(__always)
  private static func fractions(_ start: Int, _ step: Int) -> SIMD8<UInt16> {
    UInt16(truncatingIfNeeded: start)
      &+ SIMD8(0, 1, 2, 3, 4, 5, 6, 7) &* UInt16(truncatingIfNeeded: step)
  }

  /// Continues at a point.
  @inline(__always)
  mutating func move(to index: Int) {
    u = line.u &+ line.du &* index
    v = line.v &+ line.dv &* index
    fractionsU = Self.fractions(u, line.du)
    fractionsV = Self.fractions(v, line.dv)
  }

  /// The next samples of a plane of bytes, up to eight, in the first lanes and in 256ths.
  @inline(__always)
  mutating func nextBytes(_ count: Int) -> SIMD8<UInt16> {
    if isFast && count >= 8 {
      let places = (
        nextPlace(), nextPlace(), nextPlace(), nextPlace(), nextPlace(), nextPlace(), nextPlace(),
        nextPlace()
      )
      return unsafe mix(Lanes.pairs(base, at: places), Lanes.pairs(base + stride, at: places))
    }
    let pairs = unsafe Self.pairs(base, stride, u, v, line, min(count, 8))
    u &+= line.du &* 8
    v &+= line.dv &* 8
    return mix(pairs.upper, pairs.lower)
  }

  /// The next samples of a plane of 16-bit samples, up to eight, in the first lanes and in 256ths.
  ///
  /// Positions are rounded to 256ths of a sample.
  @inline(__always)
  mutating func nextWords(_ count: Int) -> SIMD8<UInt32> {
    let upper: SIMD8<UInt32>, lower: SIMD8<UInt32>
    if count >= 8 {
      let places = (
        nextPlace(), nextPlace(), nextPlace(), nextPlace(), nextPlace(), nextPlace(), nextPlace(),
        nextPlace()
      )
      upper = unsafe Lanes.wordPairs(base, at: places)
      lower = unsafe Lanes.wordPairs(base + stride, at: places)
    } else {
      (upper, lower) = unsafe Self.wordPairs(base, stride, u, v, line, count)
    }
    let right = SIMD8<UInt32>(truncatingIfNeeded: fractionsU &>> 8), left = 256 &- right
    let below = SIMD8<UInt32>(truncatingIfNeeded: fractionsV &>> 8), above = 256 &- below
    let top = (upper & 65_535) &* left &+ (upper &>> 16) &* right
    let bottom = (lower & 65_535) &* left &+ (lower &>> 16) &* right
    fractionsU &+= stepsU
    fractionsV &+= stepsV
    return mean(top, above, bottom, below)
  }

  /// `top·above + bottom·below`, divided by 256.
  @inline(__always)
  private func mean(
    _ top: SIMD8<UInt32>, _ above: SIMD8<UInt32>, _ bottom: SIMD8<UInt32>, _ below: SIMD8<UInt32>
  ) -> SIMD8<UInt32> {
    // At most 65,535·65,536.
    (top &* above &+ bottom &* below) &>> 8
  }

  /// The pairs at up to eight points and below them, read one by one.
  @unsafe
  @inline(never)
  private static func pairs(
    _ base: UnsafeRawPointer, _ stride: Int, _ u: Int, _ v: Int, _ line: PlaneLine, _ count: Int
  ) -> (upper: SIMD8<UInt16>, lower: SIMD8<UInt16>) {
    var upper = SIMD8<UInt16>(), lower = SIMD8<UInt16>()
    for lane in 0..<count {
      let row = (v &+ line.dv &* lane) &>> 16, column = (u &+ line.du &* lane) &>> 16
      let place = unsafe base + (row &* stride &+ column)
      unsafe upper[lane] = place.loadUnaligned(as: UInt16.self)
      unsafe lower[lane] = place.loadUnaligned(fromByteOffset: stride, as: UInt16.self)
    }
    return (upper, lower)
  }

  /// The pairs of 16-bit samples at fewer than eight points and below them.
  @unsafe
  @inline(never)
  private static func wordPairs(
    _ base: UnsafeRawPointer, _ stride: Int, _ u: Int, _ v: Int, _ line: PlaneLine, _ count: Int
  ) -> (upper: SIMD8<UInt32>, lower: SIMD8<UInt32>) {
    var upper = SIMD8<UInt32>(), lower = SIMD8<UInt32>()
    for lane in 0..<count {
      let row = (v &+ line.dv &* lane) &>> 16, column = (u &+ line.du &* lane) &>> 16
      let place = unsafe base + (row &* stride &+ column &* 2)
      unsafe upper[lane] = place.loadUnaligned(as: UInt32.self)
      unsafe lower[lane] = place.loadUnaligned(fromByteOffset: stride, as: UInt32.self)
    }
    return (upper, lower)
  }

  /// The byte offset of the next point, and a step to the one after it.
  @inline(__always)
  private mutating func nextPlace() -> Int {
    let place = (v &>> 16) &* stride &+ (u &>> 16) &* MemoryLayout<Sample>.size
    u &+= line.du
    v &+= line.dv
    return place
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
}

extension PlaneLine {
  /// Whether the first `count` points have all four neighbours in the plane.
  fileprivate func isWithin(_ plane: borrowing PlaneView<some PixelComponent>, count: Int) -> Bool {
    func fits(_ start: Int, _ step: Int, _ size: Int) -> Bool {
      let end = start &+ step &* (count &- 1)
      return min(start, end) >= 0 && max(start, end) &>> 16 &+ 1 < size
    }
    return fits(u, du, plane.width) && fits(v, dv, plane.height)
  }

  /// Whether four bytes can be read at each of the first `count` points and below it, where two are
  /// needed: whether no point lies above the last three bytes of the plane.
  fileprivate func hasRoom(in plane: borrowing PlaneView<some PixelComponent>, count: Int) -> Bool {
    // The points from a column or row on are at one end of the line.
    func points(_ start: Int, _ step: Int, from limit: Int) -> Range<Int> {
      let limit = limit &<< 16
      if step == 0 { return start >= limit ? 0..<count : 0..<0 }
      if step > 0 {
        return min(count, max(0, limit &- start &+ step &- 1) / step)..<count
      }
      return start < limit ? 0..<0 : 0..<min(count, (start &- limit) / -step &+ 1)
    }
    if max(v, v &+ dv &* (count &- 1)) &>> 16 < plane.height &- 2 { return true }
    return !points(v, dv, from: plane.height &- 2)
      .overlaps(points(u, du, from: plane.width &- 3))
  }
}
