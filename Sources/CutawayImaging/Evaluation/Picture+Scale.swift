import CutawayElementKit
import CutawayKeyframes
import Glibc

/// The weights of pixels around a place, by their distance.
struct ScalingKernel: Sendable {
  /// The distance from which on weights are zero.
  let reach: Double
  let weight: @Sendable (Double) -> Double

  /// Lanczos' window of three lobes: sinc(x) · sinc(x / 3).
  static let lanczos = ScalingKernel(reach: 3) { distance in
    if abs(distance) < 1e-9 { return 1 }
    let angle = Double.pi * distance
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  /// The cubic filters of Mitchell and Netravali, “Reconstruction Filters in Computer Graphics”
  /// (1988).
  static func cubic(b: Double, c: Double) -> ScalingKernel {
    ScalingKernel(reach: 2) { distance in
      let x = abs(distance)
      if x < 1 {
        let cube = 12 - 9 * b - 6 * c, square = -18 + 12 * b + 6 * c
        return ((cube * x + square) * x * x + 6 - 2 * b) / 6
      }
      let cube = -b - 6 * c, square = 6 * b + 30 * c, linear = -12 * b - 48 * c
      return (((cube * x + square) * x + linear) * x + 8 * b + 24 * c) / 6
    }
  }
}

/// How pixels along an axis become those of a scaled picture.
///
/// The kernel is measured in pixels of the smaller picture. Beyond the edges, the pixels there
/// count.
struct AxisScale: Sendable {
  let factor: Double
  /// The pixels of the source, at least one.
  let source: Range<Int>
  let kernel: ScalingKernel
  /// The pixels of the result.
  let result: Range<Int>
  /// The number of weights of a pixel.
  let count: Int
  private let spread: Double
  private let taps: Int

  init(_ source: Range<Int>, result: Range<Int>, factor: Double, kernel: ScalingKernel) {
    (self.source, self.result, self.factor, self.kernel) = (source, result, factor, kernel)
    spread = max(1, 1 / factor)
    taps = Int(min((2 * kernel.reach * spread).rounded(.up), Double(Region.far)))
    count = min(taps, source.count)
  }

  /// The first pixel of the source within the kernel of a pixel, which may lie before the source.
  private func begin(_ target: Int) -> Int {
    let centre = (Double(target) + 0.5) / factor - 0.5
    let first = (centre - kernel.reach * spread).rounded(.down) + 1
    return Int(min(max(first, -Double(Region.far)), Double(Region.far)))
  }

  /// The first pixel of the source with a weight.
  func first(_ target: Int) -> Int {
    min(max(begin(target), source.lowerBound), source.upperBound - count)
  }

  /// The pixels that a range of the result needs.
  func needed(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: result)
    if range.isEmpty { return source.lowerBound..<source.lowerBound }
    return first(range.lowerBound)..<first(range.upperBound - 1) + count
  }

  /// The weights of the source's pixels from ``first(_:)`` on.
  func weights(_ target: Int) -> [Float] {
    let centre = (Double(target) + 0.5) / factor - 0.5
    let begin = begin(target), first = first(target)
    var weights = [Double](repeating: 0, count: count), total = 0.0
    for index in begin..<begin + taps {
      let distance = abs(Double(index) - centre) / spread
      guard distance < kernel.reach else { continue }
      let weight = kernel.weight(distance)
      let place = min(max(index, source.lowerBound), source.upperBound - 1)
      weights[place - first] += weight
      total += weight
    }
    // The part of the pixel that the scaled source covers.
    let low = Double(source.lowerBound) * factor, high = Double(source.upperBound) * factor
    let cover = min(Double(target) + 1, high) - max(Double(target), low)
    let gain = (cover > 1 - 1e-6 ? 1 : max(cover, 0)) / (abs(total) > 1e-9 ? total : 1)
    return weights.map { Float($0 * gain) }
  }

  /// The weights of several pixels.
  func table(_ range: Range<Int>) -> AxisTable {
    AxisTable(
      origin: range.lowerBound, count: count, firsts: range.map { first($0) },
      weights: range.flatMap { weights($0) })
  }
}

/// The weights of a range of pixels.
struct AxisTable: Sendable {
  let origin: Int
  /// The number of weights of a pixel.
  let count: Int
  let firsts: [Int]
  let weights: [Float]
}

extension Picture {
  /// The picture, scaled about the origin with a kernel, by factors that may differ.
  ///
  /// - Parameters:
  ///   - x: The factor for columns.
  ///   - y: The factor for rows.
  ///   - kernel: The weights.
  /// - Returns: The picture; an empty one for factors that are not above 0.0001.
  func scaled(x: Double, y: Double, _ kernel: ScalingKernel) -> Picture {
    guard x > 1e-4, y > 1e-4, x < 1e9, y < 1e9, !extent.isEmpty else { return .empty }
    if x == 1, y == 1 { return self }
    if extent.isInfinite { return transformed(by: .scale(x: x, y: y)) }
    return scaledRows(by: y, kernel).scaledColumns(by: x, kernel)
  }

  private func scaledRows(by factor: Double, _ kernel: ScalingKernel) -> Picture {
    guard factor != 1 else { return self }
    guard let result = extent.scaled(x: 1, y: factor) else { return .empty }
    let axis = AxisScale(extent.rows, result: result.rows, factor: factor, kernel: kernel)
    let sampling = Sampling(inputs: [self]) { region, _ in
      let rows = axis.needed(region.rows)
      return Region(
        minX: region.minX, minY: rows.lowerBound, maxX: region.maxX, maxY: rows.upperBound)
    } draw: { line, tiles, _ in
      let first = axis.first(line.y), weights = axis.weights(line.y)
      line.clear()
      tiles[0].withView { pixels in
        for (index, weight) in weights.enumerated() where weight != 0 {
          line.map { (sum: SIMD4<Float>, x: Int) in sum + pixels[x, first &+ index] * weight }
        }
      }
    }
    return Picture(.sampled(sampling), extent: result)
  }

  private func scaledColumns(by factor: Double, _ kernel: ScalingKernel) -> Picture {
    guard factor != 1, !extent.isEmpty else { return self }
    guard let result = extent.scaled(x: factor, y: 1) else { return .empty }
    let axis = AxisScale(extent.columns, result: result.columns, factor: factor, kernel: kernel)
    // Large tables are computed for the columns of a line.
    let table = result.width < (1 << 22) / axis.count ? axis.table(result.columns) : nil
    let sampling = Sampling(inputs: [self]) { region, _ in
      let columns = axis.needed(region.columns)
      return Region(
        minX: columns.lowerBound, minY: region.minY, maxX: columns.upperBound, maxY: region.maxY)
    } draw: { line, tiles, _ in
      let table = table ?? axis.table(line.columns), y = line.y
      let (origin, count, firsts, weights) = (
        table.origin, table.count, table.firsts, table.weights
      )
      tiles[0].withView { pixels in
        line.map { (_: SIMD4<Float>, x: Int) in
          let column = x &- origin, first = firsts[column], start = column &* count
          var sum = SIMD4<Float>()
          for index in 0..<count {
            sum += pixels[first &+ index, y] * weights[start &+ index]
          }
          return sum
        }
      }
    }
    return Picture(.sampled(sampling), extent: result)
  }
}

extension Region {
  /// The pixels that the region touches when it is scaled about the origin.
  fileprivate func scaled(x: Double, y: Double) -> Region? {
    let result = Region(
      covering: Double(minX) * x, Double(minY) * y, Double(maxX) * x, Double(maxY) * y)
    return result.flatMap { $0.isEmpty ? nil : $0 }
  }
}
