// Unsafe: The places of the filter lie in the row, which its initialiser checks. Lanes are
// faster than checked spans.

/// The columns of a ``MixedRow``, with weights, for each pixel of a drawn row.
public struct ColumnFilter: Sendable {
  /// The number of pixels, a multiple of four.
  let count: Int
  /// The number of column pairs per pixel.
  let pairs: Int
  /// The number of required columns.
  let reach: Int
  /// The byte offsets of the first column, for four pixels at a time; none if ``isEven``.
  let places: [SIMD4<UInt32>]
  /// For four pixels, the weights of the first pair of columns, then those of the next; their sum
  /// is 2¹⁴.
  ///
  /// If ``isEven``, the weights of a column and of the next one, for two pixels each.
  let weights: [SIMD8<Int16>]
  /// Whether each pixel consists of the column at its place and the next one, with the same weights.
  let isEven: Bool
  /// Half a unit, and the total that truncating the products loses.
  let rounding: UInt16

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - starts: The first column of each pixel, 0 or greater; the number of pixels is a multiple
  ///     of four.
  ///   - weights: The same number of weights for each pixel, in 256ths, with a sum of 256.
  public init(starts: [Int], weights: [UInt16]) {
    precondition(
      starts.count % 4 == 0 && starts.allSatisfy { $0 >= 0 && $0 < 1 << 28 }, "no such columns")
    let taps = starts.isEmpty ? 1 : weights.count / starts.count
    // Zero weights at the ends, which a transform between pixels has, are omitted.
    var live: [Range<Int>] = []
    for pixel in starts.indices {
      let own = weights[pixel * taps..<(pixel + 1) * taps]
      let first = own.firstIndex { $0 != 0 } ?? own.startIndex
      live.append(first..<(own.lastIndex { $0 != 0 } ?? first) + 1)
    }
    let longest = live.map(\.count).max() ?? 1
    count = starts.count
    pairs = (longest + 1) / 2
    isEven = false
    rounding = Self.rounding(longest)
    let firsts = starts.indices.map { starts[$0] + live[$0].lowerBound - $0 * taps }
    reach = starts.indices.map { firsts[$0] + live[$0].count }.max() ?? 0
    places = stride(from: 0, to: count, by: 4).map { block in
      func place(_ pixel: Int) -> UInt32 { UInt32(firsts[block + pixel] * MixedRow.bytesPerPixel) }
      // Not from a sequence: that initialiser is not specialised.
      return SIMD4(place(0), place(1), place(2), place(3))
    }
    var vectors: [SIMD8<Int16>] = []
    vectors.reserveCapacity(count * pairs)
    for block in stride(from: 0, to: count, by: 4) {
      for pair in 0..<pairs {
        for pixel in block..<block + 4 {
          func weight(_ index: Int) -> SIMD4<Int16> {
            let own = live[pixel]
            return SIMD4(
              repeating: index < own.count ? Int16(weights[own.lowerBound + index]) * 64 : 0)
          }
          vectors.append(SIMD8(lowHalf: weight(pair * 2), highHalf: weight(pair * 2 + 1)))
        }
      }
    }
    self.weights = vectors
  }

  /// Creates a filter whose pixels consist of the column at their place and the next one, as where a
  /// frame is shifted between pixels.
  ///
  /// - Parameters:
  ///   - count: The number of pixels, a multiple of four.
  ///   - weights: The weights of the two columns in 256ths, with a sum of 256.
  public init(count: Int, weights: (UInt16, UInt16)) {
    precondition(count >= 0 && count % 4 == 0, "pixels are mixed four at a time")
    self.count = count
    (pairs, reach, places, isEven) = (1, count + 1, [], true)
    self.weights = [weights.0, weights.1].map { SIMD8(repeating: Int16($0) * 64) }
    rounding = Self.rounding(2)
  }

  private static func rounding(_ taps: Int) -> UInt16 { UInt16(min(31, 16 + taps * 7 / 16)) }
}

extension MixedRow {
  /// Draws pixels, each as a weighted sum of columns of this row.
  ///
  /// - Parameters:
  ///   - filter: The columns and weights of each pixel.
  ///   - writer: The row to draw into.
  ///   - x: The column of the first pixel.
  public func draw(_ filter: ColumnFilter, into writer: borrowing RowWriter, at x: Int) {
    precondition(
      x >= 0 && x + filter.count <= writer.count && filter.reach <= count, "no such pixels")
    let target = unsafe writer.base + x &* 4, pairs = filter.pairs
    let rounding = SIMD8<UInt16>(repeating: filter.rounding)
    if filter.isEven {
      return unsafe drawEvenly(filter, onto: target, rounding)
    }
    unsafe filter.places.withUnsafeBufferPointer { places in
      unsafe filter.weights.withUnsafeBufferPointer { weights in
        var weight = 0
        for block in 0..<places.count {
          let at = unsafe places[block]
          var sums = (
            SIMD8<Int16>(), SIMD8<Int16>(), SIMD8<Int16>(), SIMD8<Int16>()
          )
          var pixels = unsafe UnsafeRawPointer(base)
          for _ in 0..<pairs {
            unsafe sums.0 &+= Self.product(pixels + Int(at[0]), weights[weight])
            unsafe sums.1 &+= Self.product(pixels + Int(at[1]), weights[weight &+ 1])
            unsafe sums.2 &+= Self.product(pixels + Int(at[2]), weights[weight &+ 2])
            unsafe sums.3 &+= Self.product(pixels + Int(at[3]), weights[weight &+ 3])
            unsafe pixels += 2 &* Self.bytesPerPixel
            weight &+= 4
          }
          let low = (Self.fold(sums.0, sums.1) &+ rounding) &>> 5
          let high = (Self.fold(sums.2, sums.3) &+ rounding) &>> 5
          unsafe target.storeBytes(
            of: Lanes.narrowed(low, high), toByteOffset: block &* 16, as: SIMD16<UInt8>.self)
        }
      }
    }
  }

  /// Draws pixels that consist of two columns with the same weights everywhere.
  @unsafe
  private func drawEvenly(
    _ filter: ColumnFilter, onto target: UnsafeMutableRawPointer, _ rounding: SIMD8<UInt16>
  ) {
    let own = filter.weights[0], next = filter.weights[1]
    var place = unsafe UnsafeRawPointer(base), target = unsafe target
    @inline(__always)
    func pair(_ place: UnsafeRawPointer) -> SIMD8<UInt16> {
      let sum = unsafe Self.product(place, own) &+ Self.product(place + Self.bytesPerPixel, next)
      return (Lanes.unsigned(sum) &+ rounding) &>> 5
    }
    for _ in 0..<filter.count / 4 {
      unsafe target.storeBytes(
        of: Lanes.narrowed(pair(place), pair(place + 2 &* Self.bytesPerPixel)),
        as: SIMD16<UInt8>.self)
      unsafe place += 4 &* Self.bytesPerPixel
      unsafe target += 16
    }
  }

  /// The upper halves of the products of components and weights, for two columns.
  @inline(__always)
  private static func product(
    _ pixels: UnsafeRawPointer, _ weights: SIMD8<Int16>
  ) -> SIMD8<Int16> {
    unsafe Lanes.upperProduct(pixels.loadUnaligned(as: SIMD8<Int16>.self), weights)
  }

  /// The sum of the two halves of each vector.
  @inline(__always)
  private static func fold(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<UInt16> {
    let (lower, upper) = Lanes.halves(a, b)
    return Lanes.unsigned(lower &+ upper)
  }
}
