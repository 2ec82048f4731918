import CutawayElementKit
import Glibc
import TestSupport
import Testing

/// The arithmetic of rows and planes, compared with slow references.
@Suite struct KernelTests {
  private func bytes(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Weights in 256ths with a sum of 256.
  private func weights(_ count: Int, using random: inout SeededGenerator) -> [UInt16] {
    let cuts = ([0, 256] + (1..<count).map { _ in Int.random(in: 0...256, using: &random) })
      .sorted()
    return zip(cuts, cuts.dropFirst()).map { UInt16($1 - $0) }
  }

  private func row(_ bytes: [UInt8]) -> ByteRow {
    var row = ByteRow(count: bytes.count)
    for (index, byte) in bytes.enumerated() { row[index] = byte }
    return row
  }

  private func contents(_ row: borrowing ByteRow) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<row.count { bytes.append(row[index]) }
    return bytes
  }

  /// Lends a plane of random bytes; reading past its end crashes.
  private func withPlane(
    _ width: Int, _ height: Int, seed: UInt64,
    _ body: (PlaneView, _ byte: (Int, Int) -> Double, inout SeededGenerator) -> Void
  ) {
    var random = SeededGenerator(seed: seed)
    let data = bytes(width * height, using: &random)
    let page = Int(getpagesize()), size = (data.count + page - 1) / page * page
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard
      let memory = unsafe mmap(nil, size + page, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED, unsafe mprotect(memory + size, page, PROT_NONE) == 0
    else {
      Issue.record("cannot map memory")
      return
    }
    defer { unsafe munmap(memory, size + page) }
    let base = unsafe memory + (size - data.count)
    for (index, byte) in data.enumerated() {
      unsafe base.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    let view = unsafe PlaneView(
      width: width, height: height, base: UnsafeRawPointer(base), stride: width)
    body(view, { Double(data[$1 * width + $0]) }, &random)
  }

  // MARK: Rows

  @Test func `a row starts with zeros and holds what is written`() {
    var row = ByteRow(count: 3)
    #expect(contents(row) == [0, 0, 0])
    row[1] = 7
    #expect(contents(row) == [0, 7, 0])
  }

  @Test(arguments: [1, 2, 4, 16, 128, 256])
  func `means are rounded sums divided by the count`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var sums = (0..<16).map { _ in UInt16.random(in: 0...UInt16(255 * count), using: &random) }
    (sums[3], sums[4]) = (0, UInt16(255 * count))
    var row = ByteRow(count: 16)
    row.storeMeans([SIMD8(sums[0..<8]), SIMD8(sums[8..<16])], of: count)
    for (mean, sum) in zip(contents(row), sums) {
      #expect(Double(mean) == (Double(sum) / Double(count)).rounded(), "\(sum) / \(count)")
    }
  }

  @Test(arguments: UInt64(0)..<24)
  func `a resampled row is the weighted sum of its source bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let taps = Int.random(in: 1...9, using: &random)
    let count = Int.random(in: 1...37, using: &random)
    let source = bytes(60, using: &random)
    let starts = (0..<count).map { _ in Int.random(in: 0...60 - taps, using: &random) }
    let weights = (0..<count).flatMap { _ in self.weights(taps, using: &random) }
    var target = ByteRow(count: count)
    row(source).resample(ResampleTable(starts: starts, taps: taps, weights: weights), into: &target)
    for (index, byte) in contents(target).enumerated() {
      let sum = (0..<taps).reduce(128) {
        $0 + Int(source[starts[index] + $1]) * Int(weights[index * taps + $1])
      }
      #expect(Int(byte) == sum / 256, "byte \(index), seed \(seed)")
    }
  }

  @Test(arguments: [1, 15, 16, 17, 40], 1...6)
  func `mixed rows are weighted sums of rows`(width: Int, count: Int) {
    withPlane(width + 3, 9, seed: UInt64(width * 10 + count)) { plane, byte, random in
      var weights = weights(count, using: &random)
      // Rows without weight, which are left out, at either end.
      let idle = Int.random(in: 0...2, using: &random)
      if idle > 0, count > 1 { weights[idle == 1 ? 0 : count - 1] = 0 }
      weights[count / 2] += 256 - weights.reduce(0, +)
      var row = ByteRow(count: width)
      plane.mixRows(2..<2 + width, from: 3, weights: weights[...], into: &row)
      for (x, mixed) in contents(row).enumerated() {
        let sum = (0..<count).reduce(128.0) { $0 + byte(x + 2, 3 + $1) * Double(weights[$1]) }
        #expect(Double(mixed) == (sum / 256).rounded(.down))
      }
    }
  }

  // MARK: Lines

  @Test(arguments: UInt64(0)..<20)
  func `samples along a line are bilinear`(seed: UInt64) {
    withPlane(50, 40, seed: seed) { plane, byte, random in
      let count = Int.random(in: 1...30, using: &random)
      let (u, v) = (
        Double.random(in: 18...30, using: &random), Double.random(in: 18...21, using: &random)
      )
      let (du, dv) = (
        Double.random(in: -0.6...0.6, using: &random), Double.random(in: -0.6...0.6, using: &random)
      )
      let line = PlaneLine(u: u, v: v, du: du, dv: dv)
      var row = ByteRow(count: count)
      var sums = Array(repeating: SIMD8<UInt16>(repeating: 1_000), count: (count + 7) / 8)
      #expect(plane.sample(line, count: count, into: &row))
      #expect(plane.add(line, count: count, to: &sums))
      for (index, sample) in contents(row).enumerated() {
        let (x, y) = (u + du * Double(index), v + dv * Double(index))
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (right, below) = (x - Double(left), y - Double(top))
        let upper = byte(left, top) * (1 - right) + byte(left + 1, top) * right
        let lower = byte(left, top + 1) * (1 - right) + byte(left + 1, top + 1) * right
        let expected = upper * (1 - below) + lower * below
        // The fraction of a column has eight bits: up to 1/256 of a difference of 255.
        #expect(abs(Double(sample) - expected) <= 2, "sample \(index), seed \(seed)")
        #expect(Int(sums[index / 8][index % 8]) == 1_000 + Int(sample))
      }
    }
  }

  @Test(arguments: UInt64(0)..<60)
  func `lines may end in any corner of the plane`(seed: UInt64) {
    withPlane(31, 23, seed: seed) { plane, byte, random in
      func sample(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (min(Int(x), 29), min(Int(y), 21))
        let (right, below) = (x - Double(left), y - Double(top))
        let upper = byte(left, top) * (1 - right) + byte(left + 1, top) * right
        let lower = byte(left, top + 1) * (1 - right) + byte(left + 1, top + 1) * right
        return upper * (1 - below) + lower * below
      }
      // The last points of a plane, less the rounding of a line.
      let corner = (
        x: seed % 2 == 0 ? 29.99 : 0.01, y: seed % 4 < 2 ? 21.99 : 0.01
      )
      let other = (
        x: Double.random(in: 0.01...29.99, using: &random),
        y: Double.random(in: 0.01...21.99, using: &random)
      )
      let count = Int.random(in: 2...40, using: &random)
      let step = (
        x: (other.x - corner.x) / Double(count - 1), y: (other.y - corner.y) / Double(count - 1)
      )
      let line = PlaneLine(u: corner.x, v: corner.y, du: step.x, dv: step.y)
      let back = PlaneLine(u: other.x, v: other.y, du: -step.x, dv: -step.y)
      var row = ByteRow(count: count), mean = ByteRow(count: count)
      #expect(plane.sample(line, count: count, into: &row))
      #expect(plane.sample(line, back, count: count, into: &mean))
      for index in 0..<count {
        let (near, far) = (Double(index), Double(count - 1 - index))
        let expected = sample(corner.x + step.x * near, corner.y + step.y * near)
        let opposite = sample(corner.x + step.x * far, corner.y + step.y * far)
        #expect(abs(Double(row[index]) - expected) <= 2, "sample \(index), seed \(seed)")
        #expect(abs(Double(mean[index]) - (expected + opposite) / 2) <= 2, "mean \(index)")
      }
    }
  }

  @Test func `a line that leaves the plane draws nothing`() {
    withPlane(10, 10, seed: 1) { plane, _, _ in
      var row = ByteRow(count: 8)
      for line in [
        PlaneLine(u: -0.1, v: 1, du: 1, dv: 0), PlaneLine(u: 2, v: 1, du: 1, dv: 0),
        PlaneLine(u: 1, v: 9, du: 0, dv: 0), PlaneLine(u: 1, v: 3, du: 0, dv: -0.5),
        PlaneLine(u: .nan, v: 0, du: 0, dv: 0), PlaneLine(u: 1e300, v: 0, du: 0, dv: 0),
      ] {
        #expect(!plane.sample(line, count: 8, into: &row))
        #expect(!plane.sample(PlaneLine(u: 1, v: 1, du: 0, dv: 0), line, count: 8, into: &row))
        var sums = [SIMD8<UInt16>()]
        #expect(!plane.add(line, count: 8, to: &sums) && sums == [SIMD8()])
      }
      #expect(contents(row) == Array(repeating: 0, count: 8))
      #expect(plane.sample(PlaneLine(u: 99, v: 99, du: 9, dv: 9), count: 0, into: &row))
    }
  }

  // MARK: Blending

  /// Blends a row over a band of random bytes.
  private func blended(
    _ top: [UInt8], over bottom: [UInt8], opacity: UInt16, fromPlane: Bool
  ) -> [UInt8] {
    var (luma, blue, red) = (bottom, bottom, bottom)
    let width = bottom.count
    unsafe luma.withUnsafeMutableBytes { y in
      unsafe blue.withUnsafeMutableBytes { u in
        unsafe red.withUnsafeMutableBytes { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          var band = unsafe PlanarBand(
            format: PlanarFormat(width: width, height: 1), rows: 0..<1, bases: (y, u, v),
            strides: (width, width, width))
          if fromPlane {
            unsafe top.withUnsafeBytes { memory in
              guard let base = memory.baseAddress else { return }
              let plane = unsafe PlaneView(width: width, height: 1, base: base, stride: width)
              band.blend(
                plane, row: 0, from: 0, plane: 0, row: 0, 0..<width, opacity: opacity)
            }
          } else {
            band.blend(
              row(top), from: 0, plane: 0, row: 0, 0..<width, opacity: opacity)
          }
        }
      }
    }
    return luma
  }

  @Test(arguments: [UInt16(0), 1, 127, 128, 254, 255], [false, true])
  func `blending mixes in 255ths, rounded`(opacity: UInt16, fromPlane: Bool) {
    var random = SeededGenerator(seed: UInt64(opacity))
    // Not a multiple of the block of 16.
    let (top, bottom) = (bytes(533, using: &random), bytes(533, using: &random))
    let mixed = blended(top, over: bottom, opacity: opacity, fromPlane: fromPlane)
    for (index, byte) in mixed.enumerated() {
      let exact =
        (Double(top[index]) * Double(opacity) + Double(bottom[index]) * Double(255 - opacity)) / 255
      #expect(Double(byte) == exact.rounded(), "\(top[index]) over \(bottom[index])")
    }
  }

  @Test func `opacity 1 gives the upper row, 0 the lower, and equal rows stay`() {
    let all = (0...255).map { UInt8($0) }
    let reversed = Array(all.reversed())
    #expect(blended(all, over: reversed, opacity: 255, fromPlane: false) == all)
    #expect(blended(all, over: reversed, opacity: 0, fromPlane: false) == reversed)
    for opacity in UInt16(0)...255 {
      #expect(blended(all, over: all, opacity: opacity, fromPlane: true) == all)
    }
  }
}
