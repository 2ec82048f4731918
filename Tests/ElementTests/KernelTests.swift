import CutawayElementKit
import Glibc
import TestSupport
import Testing

/// The size of a sample, for tests that run with both.
enum SampleSize: Int, CaseIterable {
  case byte = 8
  case word = 16

  var type: any PixelComponent.Type { self == .byte ? UInt8.self : UInt16.self }
}

/// The arithmetic of rows and planes, compared with slow references.
@Suite struct KernelTests {
  private func samples<Sample: PixelComponent>(
    _ count: Int, as _: Sample.Type, using random: inout SeededGenerator
  ) -> [Sample] {
    (0..<count).map { _ in Sample.random(in: 0 ... .max, using: &random) }
  }

  /// The error of positions that are rounded to 256ths of a sample, and of rounded samples.
  private func tolerance<Sample: PixelComponent>(_: Sample.Type) -> Double {
    (Double(Sample.max) + 1) / 128
  }

  /// Weights in 256ths with a sum of 256.
  private func weights(_ count: Int, using random: inout SeededGenerator) -> [UInt16] {
    let cuts = ([0, 256] + (1..<count).map { _ in Int.random(in: 0...256, using: &random) })
      .sorted()
    return zip(cuts, cuts.dropFirst()).map { UInt16($1 - $0) }
  }

  private func row<Sample: PixelComponent>(_ samples: [Sample]) -> SampleRow<Sample> {
    var row = SampleRow<Sample>(count: samples.count)
    for (index, sample) in samples.enumerated() { row[index] = sample }
    return row
  }

  private func contents<Sample: PixelComponent>(_ row: borrowing SampleRow<Sample>) -> [Sample] {
    var samples: [Sample] = []
    for index in 0..<row.count { samples.append(row[index]) }
    return samples
  }

  /// Lends a plane of random samples; reading past its end crashes.
  private func withPlane<Sample: PixelComponent>(
    _ width: Int, _ height: Int, of type: Sample.Type, seed: UInt64,
    _ body: (PlaneView<Sample>, _ sample: (Int, Int) -> Double, inout SeededGenerator) -> Void
  ) {
    var random = SeededGenerator(seed: seed)
    let data = samples(width * height, as: type, using: &random)
    let count = data.count * MemoryLayout<Sample>.size
    let page = Int(getpagesize()), size = (count + page - 1) / page * page
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard
      let memory = unsafe mmap(nil, size + page, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED, unsafe mprotect(memory + size, page, PROT_NONE) == 0
    else {
      Issue.record("cannot map memory")
      return
    }
    defer { unsafe munmap(memory, size + page) }
    let base = unsafe memory + (size - count)
    unsafe data.withUnsafeBytes { unsafe base.copyMemory(from: $0.baseAddress!, byteCount: count) }
    let view = unsafe PlaneView<Sample>(
      width: width, height: height, base: UnsafeRawPointer(base),
      stride: width * MemoryLayout<Sample>.size)
    body(view, { Double(data[$1 * width + $0]) }, &random)
  }

  // MARK: Rows

  @Test func `a row starts with zeros and holds what is written`() {
    var row = SampleRow<UInt8>(count: 3)
    #expect(contents(row) == [0, 0, 0])
    row[1] = 7
    #expect(contents(row) == [0, 7, 0])
  }

  @Test(arguments: SampleSize.allCases, [1, 2, 4, 16, 128, 256])
  func `means are rounded sums divided by the count`(size: SampleSize, count: Int) {
    func check<Sample: PixelComponent>(_: Sample.Type) {
      var random = SeededGenerator(seed: UInt64(count))
      let largest = Int(Sample.max) * count
      var values = (0..<16).map { _ in Int.random(in: 0...largest, using: &random) }
      (values[3], values[4]) = (0, largest)
      var sums = SampleSums<Sample>(count: 16), row = SampleRow<Sample>(count: 16)
      sums.reset(count: 16)
      for (index, value) in values.enumerated() { sums[index] = Sample.Product(value) }
      row.storeMeans(sums, of: count)
      for (mean, sum) in zip(contents(row), values) {
        #expect(Double(mean) == (Double(sum) / Double(count)).rounded(), "\(sum) / \(count)")
      }
    }
    check(size.type)
  }

  @Test(arguments: SampleSize.allCases, UInt64(0)..<24)
  func `a resampled row is the weighted sum of its source samples`(size: SampleSize, seed: UInt64) {
    func check<Sample: PixelComponent>(_ type: Sample.Type) {
      var random = SeededGenerator(seed: seed)
      let taps = Int.random(in: 1...9, using: &random)
      let count = Int.random(in: 1...37, using: &random)
      let source = samples(60, as: type, using: &random)
      let starts = (0..<count).map { _ in Int.random(in: 0...60 - taps, using: &random) }
      let weights = (0..<count).flatMap { _ in self.weights(taps, using: &random) }
      var target = SampleRow<Sample>(count: count)
      row(source).resample(
        ResampleTable(starts: starts, taps: taps, weights: weights), into: &target)
      for (index, sample) in contents(target).enumerated() {
        let sum = (0..<taps).reduce(128) {
          $0 + Int(source[starts[index] + $1]) * Int(weights[index * taps + $1])
        }
        #expect(Int(sample) == sum / 256, "sample \(index), seed \(seed)")
      }
    }
    check(size.type)
  }

  @Test(arguments: [1, 15, 16, 17, 40], 1...6)
  func `mixed rows are weighted sums of rows`(width: Int, count: Int) {
    func check<Sample: PixelComponent>(_ type: Sample.Type) {
      let seed = UInt64(width * 10 + count)
      withPlane(width + 3, 9, of: type, seed: seed) { plane, sample, random in
        var weights = weights(count, using: &random)
        // Rows without weight, which are left out, at either end.
        let idle = Int.random(in: 0...2, using: &random)
        if idle > 0, count > 1 { weights[idle == 1 ? 0 : count - 1] = 0 }
        weights[count / 2] += 256 - weights.reduce(0, +)
        var row = SampleRow<Sample>(count: width)
        plane.mixRows(2..<2 + width, from: 3, weights: weights[...], into: &row)
        for (x, mixed) in contents(row).enumerated() {
          let sum = (0..<count).reduce(128.0) { $0 + sample(x + 2, 3 + $1) * Double(weights[$1]) }
          #expect(Double(mixed) == (sum / 256).rounded(.down))
        }
      }
    }
    for size in SampleSize.allCases { check(size.type) }
  }

  // MARK: Lines

  @Test(arguments: SampleSize.allCases, UInt64(0)..<20)
  func `samples along a line are bilinear`(size: SampleSize, seed: UInt64) {
    func check<Sample: PixelComponent>(_ type: Sample.Type) {
      withPlane(50, 40, of: type, seed: seed) { plane, byte, random in
        let count = Int.random(in: 1...30, using: &random)
        let (u, v) = (
          Double.random(in: 18...30, using: &random), Double.random(in: 18...21, using: &random)
        )
        let (du, dv) = (
          Double.random(in: -0.6...0.6, using: &random),
          Double.random(in: -0.6...0.6, using: &random)
        )
        let line = PlaneLine(u: u, v: v, du: du, dv: dv)
        var row = SampleRow<Sample>(count: count), sums = SampleSums<Sample>(count: count)
        sums.reset(count: count)
        for index in 0..<count { sums[index] = 1_000 }
        #expect(plane.sample(line, count: count, into: &row))
        #expect(plane.add(line, count: count, to: &sums))
        for (index, sample) in contents(row).enumerated() {
          let (x, y) = (u + du * Double(index), v + dv * Double(index))
          let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
          let (right, below) = (x - Double(left), y - Double(top))
          let upper = byte(left, top) * (1 - right) + byte(left + 1, top) * right
          let lower = byte(left, top + 1) * (1 - right) + byte(left + 1, top + 1) * right
          let expected = upper * (1 - below) + lower * below
          // The fraction of a column has eight bits: up to 1/256 of the greatest difference.
          #expect(
            abs(Double(sample) - expected) <= tolerance(type), "sample \(index), seed \(seed)")
          #expect(Int(sums[index]) == 1_000 + Int(sample))
        }
      }
    }
    check(size.type)
  }

  @Test(arguments: SampleSize.allCases, UInt64(0)..<60)
  func `lines may end in any corner of the plane`(size: SampleSize, seed: UInt64) {
    func check<Sample: PixelComponent>(_ type: Sample.Type) {
      withPlane(31, 23, of: type, seed: seed) { plane, byte, random in
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
        var row = SampleRow<Sample>(count: count), mean = SampleRow<Sample>(count: count)
        #expect(plane.sample(line, count: count, into: &row))
        #expect(plane.sample(line, back, count: count, into: &mean))
        for index in 0..<count {
          let (near, far) = (Double(index), Double(count - 1 - index))
          let expected = sample(corner.x + step.x * near, corner.y + step.y * near)
          let opposite = sample(corner.x + step.x * far, corner.y + step.y * far)
          let limit = tolerance(type)
          #expect(abs(Double(row[index]) - expected) <= limit, "sample \(index), seed \(seed)")
          #expect(abs(Double(mean[index]) - (expected + opposite) / 2) <= limit, "mean \(index)")
        }
      }
    }
    check(size.type)
  }

  @Test func `a line that leaves the plane draws nothing`() {
    withPlane(10, 10, of: UInt8.self, seed: 1) { plane, _, _ in
      var row = SampleRow<UInt8>(count: 8)
      for line in [
        PlaneLine(u: -0.1, v: 1, du: 1, dv: 0), PlaneLine(u: 2, v: 1, du: 1, dv: 0),
        PlaneLine(u: 1, v: 9, du: 0, dv: 0), PlaneLine(u: 1, v: 3, du: 0, dv: -0.5),
        PlaneLine(u: .nan, v: 0, du: 0, dv: 0), PlaneLine(u: 1e300, v: 0, du: 0, dv: 0),
      ] {
        #expect(!plane.sample(line, count: 8, into: &row))
        #expect(!plane.sample(PlaneLine(u: 1, v: 1, du: 0, dv: 0), line, count: 8, into: &row))
        var sums = SampleSums<UInt8>(count: 8)
        sums.reset(count: 8)
        #expect(!plane.add(line, count: 8, to: &sums) && (0..<8).allSatisfy { sums[$0] == 0 })
      }
      #expect(contents(row) == Array(repeating: 0, count: 8))
      #expect(plane.sample(PlaneLine(u: 99, v: 99, du: 9, dv: 9), count: 0, into: &row))
    }
  }

  // MARK: Blending

  /// Blends a row over a band.
  private func blended<Sample: PixelComponent>(
    _ top: [Sample], over bottom: [Sample], opacity: Sample, fromPlane: Bool
  ) -> [Sample] {
    var (luma, blue, red) = (bottom, bottom, bottom)
    let width = bottom.count, stride = width * MemoryLayout<Sample>.size
    unsafe luma.withUnsafeMutableBytes { y in
      unsafe blue.withUnsafeMutableBytes { u in
        unsafe red.withUnsafeMutableBytes { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          var band = unsafe PlanarBand<Sample>(
            format: PlanarFormat(width: width, height: 1, depth: Sample.bitWidth), rows: 0..<1,
            bases: (y, u, v), strides: (stride, stride, stride))
          if fromPlane {
            unsafe top.withUnsafeBytes { memory in
              guard let base = memory.baseAddress else { return }
              let plane = unsafe PlaneView<Sample>(
                width: width, height: 1, base: base, stride: stride)
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

  @Test(arguments: SampleSize.allCases, [0, 1, 127, 128, 254, 255])
  func `blending mixes in units of the largest sample, rounded`(size: SampleSize, level: Int) {
    func check<Sample: PixelComponent>(_ type: Sample.Type) {
      var random = SeededGenerator(seed: UInt64(level))
      let largest = Double(Sample.max)
      let opacity = Sample((Double(level) / 255 * largest).rounded())
      // Not a multiple of the block of 16.
      let top = samples(533, as: type, using: &random)
      let bottom = samples(533, as: type, using: &random)
      for fromPlane in [false, true] {
        let mixed = blended(top, over: bottom, opacity: opacity, fromPlane: fromPlane)
        for (index, sample) in mixed.enumerated() {
          let sum =
            Double(top[index]) * Double(opacity)
            + Double(bottom[index]) * (largest - Double(opacity))
          #expect(
            Double(sample) == (sum / largest).rounded(), "\(top[index]) over \(bottom[index])")
        }
      }
    }
    check(size.type)
  }

  @Test(arguments: SampleSize.allCases)
  func `full opacity gives the upper row, 0 the lower, and equal rows stay`(size: SampleSize) {
    func check<Sample: PixelComponent>(_: Sample.Type) {
      let all = (0...255).map { Sample($0) * (Sample.max / 255) }
      let reversed = Array(all.reversed())
      #expect(blended(all, over: reversed, opacity: .max, fromPlane: false) == all)
      #expect(blended(all, over: reversed, opacity: 0, fromPlane: false) == reversed)
      for opacity in all {
        #expect(blended(all, over: all, opacity: opacity, fromPlane: true) == all)
      }
    }
    check(size.type)
  }
}
