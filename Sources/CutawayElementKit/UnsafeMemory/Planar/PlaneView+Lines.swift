// Unsafe: Lines are checked once per call, not per sample.

/// A line through a plane in equal steps, in fixed point with 16 fraction bits.
public struct PlaneLine: Sendable {
  let u: Int
  let v: Int
  let du: Int
  let dv: Int

  /// Starts at a point, in coordinates in which samples lie at integers, and continues with a
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
  /// Writes bilinear samples along a line into the first `count` samples of `row`.
  ///
  /// - Returns: Whether all samples were drawn; `false`, with none drawn, if a point lacks a
  ///   neighbour.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func sample(_ line: PlaneLine, count: Int, into row: inout SampleRow<Sample>) -> Bool {
    precondition(count <= row.count, "the row is too short")
    guard count > 0, var walk = PlaneWalk<Sample>(line, count: count, in: self) else {
      return count == 0
    }
    var x = 0
    while x < count {
      // The last block is moved back, to end at the last point.
      if x &+ 8 > count, count > 8 {
        x = count &- 8
        walk.move(to: x)
      }
      if Sample.bitWidth == 8 {
        unsafe row.store((walk.nextBytes(count) &+ 128) &>> 8, at: x)
      } else {
        unsafe row.store((walk.nextWords(count) &+ 128) &>> 8, at: x)
      }
      x &+= 8
    }
    return true
  }

  /// Writes the means of bilinear samples along two lines into the first `count` samples of `row`.
  ///
  /// - Returns: Whether all samples were drawn; `false`, with none drawn, if a point lacks a
  ///   neighbour.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func sample(
    _ line: PlaneLine, _ other: PlaneLine, count: Int, into row: inout SampleRow<Sample>
  ) -> Bool {
    precondition(count <= row.count, "the row is too short")
    guard count > 0, var one = PlaneWalk<Sample>(line, count: count, in: self),
      var two = PlaneWalk<Sample>(other, count: count, in: self)
    else { return count == 0 }
    var x = 0
    while x < count {
      if x &+ 8 > count, count > 8 {
        x = count &- 8
        one.move(to: x)
        two.move(to: x)
      }
      if Sample.bitWidth == 8 {
        let sums = (one.nextBytes(count) &>> 1) &+ (two.nextBytes(count) &>> 1)
        unsafe row.store((sums &+ 128) &>> 8, at: x)
      } else {
        let sums = one.nextWords(count) &+ two.nextWords(count)
        unsafe row.store((sums &+ 256) &>> 9, at: x)
      }
      x &+= 8
    }
    return true
  }

  /// Adds bilinear samples along a line to sums.
  ///
  /// - Parameters:
  ///   - line: The line to sample.
  ///   - count: The number of points.
  ///   - sums: The sum of each point.
  /// - Returns: `false`, with nothing added, if a point lacks a neighbour.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func add(
    _ line: PlaneLine, count: Int, to sums: inout SampleSums<Sample>
  ) -> Bool {
    guard count > 0, var walk = PlaneWalk<Sample>(line, count: count, in: self) else {
      return count == 0
    }
    precondition(count <= sums.used &* 8, "there are too few sums")
    for block in 0..<(count &+ 7) / 8 {
      let place = unsafe sums.base + block &* SampleSums<Sample>.blockSize
      let rest = count &- block &* 8
      if Sample.bitWidth == 8 {
        let sum = unsafe place.load(as: SIMD8<UInt16>.self)
        unsafe place.storeBytes(
          of: sum &+ ((walk.nextBytes(rest) &+ 128) &>> 8), as: SIMD8<UInt16>.self)
      } else {
        let sum = unsafe place.load(as: SIMD8<UInt32>.self)
        unsafe place.storeBytes(
          of: sum &+ ((walk.nextWords(rest) &+ 128) &>> 8), as: SIMD8<UInt32>.self)
      }
    }
    return true
  }
}

extension SampleRow {
  /// Stores eight bytes.
  @unsafe
  @inline(__always)
  fileprivate mutating func store(_ samples: SIMD8<UInt16>, at index: Int) {
    unsafe base.storeBytes(
      of: Lanes.narrowed(samples), toByteOffset: index, as: SIMD8<UInt8>.self)
  }

  /// Stores eight 16-bit samples.
  @unsafe
  @inline(__always)
  fileprivate mutating func store(_ samples: SIMD8<UInt32>, at index: Int) {
    unsafe base.storeBytes(
      of: Lanes.narrowed(samples), toByteOffset: index &* 2, as: SIMD8<UInt16>.self)
  }
}
