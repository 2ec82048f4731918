// Unsafe: Lines are checked once per call, not per byte.

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
  /// Writes bilinear samples along a line into the first `count` bytes of `row`.
  ///
  /// - Returns: Whether all samples were drawn; `false`, with none drawn, if a point lacks a
  ///   neighbour.
  public func sample(_ line: PlaneLine, count: Int, into row: inout ByteRow) -> Bool {
    precondition(count <= row.count, "the row is too short")
    guard count > 0, var walk = PlaneWalk(line, count: count, in: self) else { return count == 0 }
    var x = 0
    while x < count {
      // The last block is moved back, to end at the last point.
      if x &+ 8 > count, count > 8 {
        x = count &- 8
        walk.move(to: x)
      }
      let samples = (walk.next(count) &+ 128) &>> 8
      unsafe row.base.storeBytes(
        of: Lanes.narrowed(samples), toByteOffset: x, as: SIMD8<UInt8>.self)
      x &+= 8
    }
    return true
  }

  /// Writes the means of bilinear samples along two lines into the first `count` bytes of `row`.
  ///
  /// - Returns: Whether all samples were drawn; `false`, with none drawn, if a point lacks a
  ///   neighbour.
  public func sample(
    _ line: PlaneLine, _ other: PlaneLine, count: Int, into row: inout ByteRow
  ) -> Bool {
    precondition(count <= row.count, "the row is too short")
    guard count > 0, var one = PlaneWalk(line, count: count, in: self),
      var two = PlaneWalk(other, count: count, in: self)
    else { return count == 0 }
    var x = 0
    while x < count {
      if x &+ 8 > count, count > 8 {
        x = count &- 8
        one.move(to: x)
        two.move(to: x)
      }
      let sums = (one.next(count) &>> 1) &+ (two.next(count) &>> 1)
      unsafe row.base.storeBytes(
        of: Lanes.narrowed((sums &+ 128) &>> 8), toByteOffset: x, as: SIMD8<UInt8>.self)
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
    guard count > 0, var walk = PlaneWalk(line, count: count, in: self) else { return count == 0 }
    precondition(count <= sums.count &* 8, "there are too few sums")
    for block in 0..<(count &+ 7) / 8 {
      let samples = walk.next(count &- block &* 8)
      sums[block] = sums[block] &+ ((samples &+ 128) &>> 8)
    }
    return true
  }
}
