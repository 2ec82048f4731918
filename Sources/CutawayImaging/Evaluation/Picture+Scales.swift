import CutawayElementKit

/// A picture scaled around a centre, for a sum with weights.
struct ScaleTap: Sendable {
  /// The factor of the distance to the centre at which the picture is sampled.
  var scale: Float
  /// The factor of the sample.
  var weight: Float
}

extension Picture {
  /// The sum of samples on the way from each place to a centre, with linear interpolation.
  ///
  /// - Parameters:
  ///   - taps: The samples.
  ///   - centre: The centre.
  ///   - extent: Where the result has pixels.
  /// - Returns: The picture.
  func sum(_ taps: [ScaleTap], around centre: SIMD2<Float>, extent: Region) -> Picture {
    let source = self.extent
    let part = taps.reduce(Float(0)) { max($0, abs($1.scale - 1)) }
    let sums = ScaleSums(taps: taps, centre: centre, part: part)
    let sampling = Sampling(inputs: [self]) { region, _ in
      taps.reduce(region) { $0.union(region.scaled(by: $1.scale, around: centre)) }.outset(by: 2)
        .intersection(region.outset(by: Int(ScaleSums.longest) + 2)).intersection(source)
    } draw: { line, tiles, _ in
      tiles[0].withView { sums.draw(&line, $0) }
    }
    return Picture(.sampled(sampling), extent: extent)
  }
}

/// Sums of samples on the way to a centre.
///
/// All pixels of a line need the same two rows for a tap. They are mixed first, so a sample costs an interpolation
/// along x only.
private struct ScaleSums: Sendable {
  let taps: [ScaleTap]
  let centre: SIMD2<Float>
  /// The longest way as a part of the distance to the centre.
  let part: Float

  /// The longest way in pixels, so that places far away need no memory.
  static let longest: Float = 4_096
  /// Coordinates up to which numbers of 32 bits are exact enough, and their bits are whole numbers.
  private static let far: Float = 0x1p20
  /// The columns that are summed while they are in the cache.
  private static let chunk = 256

  func draw(_ line: inout PixelLine, _ view: borrowing PixelGridView) {
    // Where ways are short enough, and numbers small enough.
    let reach = min(Self.longest / max(part, 1e-6), Self.far), y = Float(line.y) + 0.5
    let isNear = abs(y - centre.y) <= reach && abs(centre.y) < Self.far && abs(centre.x) < Self.far
    let near =
      isNear
      ? line.columns.clamped(to: Int(centre.x - reach)..<Int(centre.x + reach) + 1)
      : line.x..<line.x
    let count = line.count, left = line.x
    var span = line.pixels.mutableSpan
    for index in 0..<count {
      let isFar = !near.contains(left &+ index)
      span[index] =
        isFar ? sum(at: SIMD2(Float(left &+ index) + 0.5, y), view) : SIMD4<Float>()
    }
    let widest = taps.reduce(Float(1)) { max($0, abs($1.scale)) }
    var row = [SIMD4<Float>](repeating: SIMD4(), count: Int(Float(Self.chunk) * widest) + 4)
    for first in stride(from: near.lowerBound, to: near.upperBound, by: Self.chunk) {
      let columns = first..<min(first + Self.chunk, near.upperBound)
      for tap in taps {
        add(tap, of: view, to: &span, from: left, columns, y, &row)
      }
    }
  }

  /// Adds a tap to the pixels of some columns.
  private func add(
    _ tap: ScaleTap, of view: borrowing PixelGridView, to span: inout MutableSpan<SIMD4<Float>>,
    from left: Int, _ columns: Range<Int>, _ y: Float, _ row: inout [SIMD4<Float>]
  ) {
    let height = centre.y + (y - centre.y) * tap.scale - 0.5, low = height.floored
    let up = height - low
    let lower = view.row(Int(low)), upper = view.row(Int(low) + 1)
    if lower.isEmpty, upper.isEmpty { return }
    let (below, above) = (tap.weight * (1 - up), tap.weight * up)
    // The column of a sample, minus one half: the whole number is read from the mantissa.
    let scale = tap.scale, start = centre.x - centre.x * scale - 1 + 0.5 * scale
    let one = Self.place(start + Float(columns.lowerBound) * scale)
    let two = Self.place(start + Float(columns.upperBound - 1) * scale)
    let base = min(one, two), end = max(one, two) + 2, offset = view.x &- base
    var mixed = row.mutableSpan
    let length = end - base
    if lower.isEmpty || upper.isEmpty {
      let edge = lower.isEmpty ? upper : lower, weight = lower.isEmpty ? above : below
      for index in 0..<length {
        let place = index &- offset
        let isInside = UInt(bitPattern: place) < UInt(bitPattern: edge.count)
        mixed[index] = isInside ? edge[place] * weight : SIMD4()
      }
    } else if offset <= 0, length &- offset <= lower.count {
      for index in 0..<length {
        mixed[index] = lower[index &- offset] * below + upper[index &- offset] * above
      }
    } else {
      for index in 0..<length {
        let place = index &- offset
        let isInside = UInt(bitPattern: place) < UInt(bitPattern: lower.count)
        mixed[index] = isInside ? lower[place] * below + upper[place] * above : SIMD4()
      }
    }
    let first = columns.lowerBound &- left
    for index in 0..<columns.count {
      let place = start + Float(columns.lowerBound &+ index) * scale
      let shifted = place + Self.magic
      let part = place + 0.5 - (shifted - Self.magic)
      let column = Int(truncatingIfNeeded: shifted.bitPattern & 0x7f_ffff) &- Self.bias &- base
      let pixel = mixed[column]
      span[first &+ index] += pixel + (mixed[column &+ 1] - pixel) * part
    }
  }

  /// The bits of a number near 1½ · 2²³ are the nearest whole number.
  private static let magic: Float = 0x1.8p23
  private static let bias = 0x40_0000

  /// The nearest whole number.
  @inline(__always)
  private static func place(_ number: Float) -> Int {
    Int(truncatingIfNeeded: (number + magic).bitPattern & 0x7f_ffff) &- bias
  }

  /// The sum for a place whose ways are limited.
  private func sum(at place: SIMD2<Float>, _ view: borrowing PixelGridView) -> SIMD4<Float> {
    let way = place - centre, longest = way.length * part
    let step = longest > Self.longest ? way * (Self.longest / longest) : way
    var sum = SIMD4<Float>()
    for tap in taps { sum += view.linear(place + step * (tap.scale - 1)) * tap.weight }
    return sum
  }
}

extension Region {
  /// The region, scaled around a point.
  func scaled(by factor: Float, around centre: SIMD2<Float>) -> Region {
    if isEmpty || isInfinite { return self }
    let low = SIMD2(Float(minX), Float(minY)), high = SIMD2(Float(maxX), Float(maxY))
    let first = SIMD2<Double>(centre + (low - centre) * factor)
    let last = SIMD2<Double>(centre + (high - centre) * factor)
    return Region(covering: first.x, first.y, last.x, last.y) ?? self
  }
}
