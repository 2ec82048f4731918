// Unsafe: Loops over rows of an array without checks. Each function first checks its rows and
// columns.

extension FloatImage {
  /// Writes each second pixel of a row of `source`, filtered with 1, 4, 6, 4, 1 sixteenths.
  ///
  /// - Parameters:
  ///   - source: The image to read.
  ///   - from: The row of `source`.
  ///   - first: The column of `source` that is the centre of the first pixel.
  ///   - row: The row of this image.
  package mutating func halveColumns(
    of source: FloatImage, row from: Int, first: Int, into row: Int
  ) {
    precondition(
      first >= -4 && first + 2 * width <= source.width + 8 && source.components == components,
      "no such columns")
    let width = width, components = components
    unsafe source.withRow(from) { source in
      unsafe withMutableRow(row) { target in
        if components == 4 {
          var place = unsafe source + first &* 4
          for x in 0..<width {
            let outer = unsafe place.vector(at: -8) + place.vector(at: 8)
            let inner = unsafe place.vector(at: -4) + place.vector(at: 4)
            unsafe target.store(
              outer * 0.0625 + (inner * 0.25 + place.vector(at: 0) * 0.375), at: x &* 4)
            unsafe place += 8
          }
        } else {
          var place = unsafe source + first
          for x in Swift.stride(from: 0, to: width, by: 4) {
            let one = unsafe SIMD8(lowHalf: place.vector(at: -2), highHalf: place.vector(at: 2))
            let two = unsafe SIMD8(lowHalf: place.vector(at: 0), highHalf: place.vector(at: 4))
            let three = unsafe SIMD8(lowHalf: place.vector(at: 2), highHalf: place.vector(at: 6))
            let outer = one.evenHalf + three.evenHalf, inner = one.oddHalf + two.oddHalf
            unsafe target.store(
              outer * 0.0625 + (inner * 0.25 + two.evenHalf * 0.375), at: x)
            unsafe place += 8
          }
        }
      }
    }
  }

  /// Writes a row: five rows of `source`, which has the same width, with 1, 4, 6, 4, 1 sixteenths.
  package mutating func halveRows(
    of source: FloatImage, rows: (Int, Int, Int, Int, Int), into row: Int
  ) {
    requireColumns(of: source)
    let count = width * components
    unsafe source.withRow(rows.0) { a in
      unsafe source.withRow(rows.1) { b in
        unsafe source.withRow(rows.2) { c in
          unsafe source.withRow(rows.3) { d in
            unsafe source.withRow(rows.4) { e in
              unsafe withMutableRow(row) { target in
                for x in Swift.stride(from: 0, to: count, by: 4) {
                  let outer = unsafe a.vector(at: x) + e.vector(at: x)
                  let inner = unsafe b.vector(at: x) + d.vector(at: x)
                  unsafe target.store(
                    outer * 0.0625 + (inner * 0.25 + c.vector(at: x) * 0.375), at: x)
                }
              }
            }
          }
        }
      }
    }
    extend(row)
  }

  /// Writes a row between rows of `source`, which has the same width: 1, 6, 1 eighths of three rows
  /// from `first` on, or the mean of two.
  package mutating func doubleRows(of source: FloatImage, first: Int, count: Int, into row: Int) {
    requireColumns(of: source)
    precondition((2...3).contains(count), "no such rows")
    let end = width * components
    unsafe source.withRow(first) { a in
      unsafe source.withRow(first + 1) { b in
        unsafe source.withRow(first + count - 1) { c in
          unsafe withMutableRow(row) { target in
            if count == 2 {
              for x in Swift.stride(from: 0, to: end, by: 4) {
                unsafe target.store((a.vector(at: x) + b.vector(at: x)) * 0.5, at: x)
              }
            } else {
              for x in Swift.stride(from: 0, to: end, by: 4) {
                unsafe target.store(
                  (a.vector(at: x) + c.vector(at: x)) * 0.125 + b.vector(at: x) * 0.75, at: x)
              }
            }
          }
        }
      }
    }
    extend(row)
  }

  /// Writes twice as many pixels as a row of `source` has: alternately 1, 6, 1 eighths of three
  /// pixels, and the mean of two.
  ///
  /// - Parameters:
  ///   - source: The image to read.
  ///   - from: The row of `source`.
  ///   - first: The column of `source` that is the centre of the first pixel.
  ///   - row: The row of this image.
  package mutating func doubleColumns(
    of source: FloatImage, row from: Int, first: Int, into row: Int
  ) {
    precondition(
      first >= 1 && first + (width + 1) / 2 < source.width + 12 && source.components == components,
      "no such columns")
    let width = width, components = components
    unsafe source.withRow(from) { source in
      unsafe withMutableRow(row) { target in
        var place = unsafe source + first &* components
        // The last pixels may exceed the row, into the margin that `extend` overwrites.
        if components == 4 {
          for x in Swift.stride(from: 0, to: width, by: 2) {
            let middle = unsafe place.vector(at: 0), next = unsafe place.vector(at: 4)
            unsafe target.store(
              (place.vector(at: -4) + next) * 0.125 + middle * 0.75, at: x &* 4)
            unsafe target.store((middle + next) * 0.5, at: x &* 4 &+ 4)
            unsafe place += 4
          }
        } else {
          for x in Swift.stride(from: 0, to: width, by: 8) {
            let middle = unsafe place.vector(at: 0), next = unsafe place.vector(at: 1)
            let even = unsafe (place.vector(at: -1) + next) * 0.125 + middle * 0.75
            var pixels = SIMD8<Float>()
            (pixels.evenHalf, pixels.oddHalf) = (even, (middle + next) * 0.5)
            unsafe target.store(pixels.lowHalf, at: x)
            unsafe target.store(pixels.highHalf, at: x &+ 4)
            unsafe place += 4
          }
        }
      }
    }
    extend(row)
  }
}
