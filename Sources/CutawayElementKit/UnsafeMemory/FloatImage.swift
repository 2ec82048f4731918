// Unsafe: Loops over rows of an array without checks. Each function first checks its rows and
// columns.

/// Rows of pixels with four floating-point components, for intermediate results of an effect.
///
/// The components have the order and the range of the frame that was loaded. Loaded colours are
/// multiplied by alpha / largest component.
package struct FloatImage: Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  private var pixels: [SIMD4<Float>]

  /// The columns on both sides that repeat the first and the last pixel of a row.
  package static let margin = 12

  private var stride: Int { width + 2 * Self.margin }

  /// Creates an image of zeros.
  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "an image has pixels")
    self.width = width
    self.height = height
    pixels = Array(repeating: SIMD4(), count: (width + 2 * Self.margin) * height)
  }

  /// The pixel at column `x` of row `y`.
  package subscript(x: Int, y: Int) -> SIMD4<Float> { pixels[y * stride + Self.margin + x] }

  /// Calls `body` with the first pixel of a row.
  @inline(__always)
  func withRow(_ row: Int, _ body: (UnsafePointer<SIMD4<Float>>) -> Void) {
    precondition(row >= 0 && row < height, "no such row")
    unsafe pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe body(base + (row &* stride &+ Self.margin))
    }
  }

  /// Calls `body` with the first pixel of a row, which it may write.
  @inline(__always)
  mutating func withMutableRow(_ row: Int, _ body: (UnsafeMutablePointer<SIMD4<Float>>) -> Void) {
    precondition(row >= 0 && row < height, "no such row")
    let offset = row &* stride &+ Self.margin
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe body(base + offset)
    }
  }

  /// Repeats the first and the last pixel of a row in the margins.
  mutating func extend(_ row: Int) {
    let width = width
    unsafe withMutableRow(row) { row in
      for x in 1...Self.margin {
        unsafe row[-x] = row[0]
        unsafe row[width &- 1 &+ x] = row[width &- 1]
      }
    }
  }
}

// MARK: - Filters

extension FloatImage {
  /// Filters a row of `source`, which has the same width, with a symmetric kernel.
  ///
  /// - Parameters:
  ///   - kernel: The weight of the centre, then those at distances 1, 2, …; at most 9 weights.
  ///   - source: The image to read.
  ///   - from: The row of `source`.
  ///   - row: The row of this image.
  package mutating func filterColumns(
    _ kernel: [Float], of source: FloatImage, row from: Int, into row: Int
  ) {
    precondition(kernel.count <= Self.margin - 3 && source.width == width, "no such columns")
    let width = width
    unsafe source.withRow(from) { source in
      unsafe withMutableRow(row) { target in
        unsafe kernel.withUnsafeBufferPointer { kernel in
          // The last block may exceed the row by three pixels, which `extend` overwrites.
          for x in Swift.stride(from: 0, to: width, by: 4) {
            let pixels = unsafe source + x
            var a = unsafe pixels[0] * kernel[0], b = unsafe pixels[1] * kernel[0]
            var c = unsafe pixels[2] * kernel[0], d = unsafe pixels[3] * kernel[0]
            for k in 1..<max(1, kernel.count) {
              let weight = unsafe SIMD4(repeating: kernel[k])
              unsafe a += weight * (pixels[-k] + pixels[k])
              unsafe b += weight * (pixels[1 &- k] + pixels[1 &+ k])
              unsafe c += weight * (pixels[2 &- k] + pixels[2 &+ k])
              unsafe d += weight * (pixels[3 &- k] + pixels[3 &+ k])
            }
            unsafe target[x] = a
            unsafe target[x &+ 1] = b
            unsafe target[x &+ 2] = c
            unsafe target[x &+ 3] = d
          }
        }
      }
    }
    extend(row)
  }

  /// Adds up rows of `source`, which has the same width, with a symmetric kernel.
  ///
  /// - Parameters:
  ///   - kernel: The weight of the centre, then those at distances 1, 2, ….
  ///   - source: The image to read.
  ///   - rows: The centre row of `source`, then the pairs of rows at distances 1, 2, ….
  ///   - row: The row of this image.
  package mutating func filterRows(
    _ kernel: [Float], of source: FloatImage, rows: [Int], into row: Int
  ) {
    precondition(rows.count == kernel.count * 2 - 1, "each weight has its rows")
    precondition(rows.allSatisfy { $0 >= 0 && $0 < source.height }, "no such row")
    precondition(source.width == width, "no such columns")
    let width = width, stride = stride
    unsafe source.withRow(rows[0]) { source in
      unsafe withMutableRow(row) { target in
        unsafe kernel.withUnsafeBufferPointer { kernel in
          unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: rows.count) { offsets in
            for (index, other) in rows.enumerated() {
              unsafe offsets.initializeElement(at: index, to: (other - rows[0]) * stride)
            }
            for x in Swift.stride(from: 0, to: width, by: 4) {
              let pixels = unsafe source + x
              var a = unsafe pixels[0] * kernel[0], b = unsafe pixels[1] * kernel[0]
              var c = unsafe pixels[2] * kernel[0], d = unsafe pixels[3] * kernel[0]
              for k in 1..<max(1, kernel.count) {
                let weight = unsafe SIMD4(repeating: kernel[k])
                let upper = unsafe pixels + offsets[2 &* k &- 1]
                let lower = unsafe pixels + offsets[2 &* k]
                unsafe a += weight * (upper[0] + lower[0])
                unsafe b += weight * (upper[1] + lower[1])
                unsafe c += weight * (upper[2] + lower[2])
                unsafe d += weight * (upper[3] + lower[3])
              }
              unsafe target[x] = a
              unsafe target[x &+ 1] = b
              unsafe target[x &+ 2] = c
              unsafe target[x &+ 3] = d
            }
          }
        }
      }
    }
    extend(row)
  }
}

// MARK: - Halving and doubling

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
      first - 2 >= -Self.margin && first + 2 * width <= source.width + Self.margin,
      "no such columns")
    let width = width
    unsafe source.withRow(from) { source in
      unsafe withMutableRow(row) { target in
        var pixels = unsafe source + first
        for x in 0..<width {
          let outer = unsafe pixels[-2] + pixels[2], inner = unsafe pixels[-1] + pixels[1]
          unsafe target[x] = outer * 0.0625 + (inner * 0.25 + pixels[0] * 0.375)
          unsafe pixels += 2
        }
      }
    }
  }

  /// Writes a row: five rows of `source`, which has the same width, with 1, 4, 6, 4, 1 sixteenths.
  package mutating func halveRows(
    of source: FloatImage, rows: (Int, Int, Int, Int, Int), into row: Int
  ) {
    precondition(source.width == width, "no such columns")
    let width = width
    unsafe source.withRow(rows.0) { a in
      unsafe source.withRow(rows.1) { b in
        unsafe source.withRow(rows.2) { c in
          unsafe source.withRow(rows.3) { d in
            unsafe source.withRow(rows.4) { e in
              unsafe withMutableRow(row) { target in
                for x in 0..<width {
                  let outer = unsafe a[x] + e[x], inner = unsafe b[x] + d[x]
                  unsafe target[x] = outer * 0.0625 + (inner * 0.25 + c[x] * 0.375)
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
    precondition(source.width == width && (2...3).contains(count), "no such columns")
    let width = width
    unsafe source.withRow(first) { a in
      unsafe source.withRow(first + 1) { b in
        unsafe source.withRow(first + count - 1) { c in
          unsafe withMutableRow(row) { target in
            if count == 2 {
              for x in 0..<width { unsafe target[x] = (a[x] + b[x]) * 0.5 }
            } else {
              for x in 0..<width {
                unsafe target[x] = (a[x] + c[x]) * 0.125 + b[x] * 0.75
              }
            }
          }
        }
      }
    }
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
    precondition(first >= 1 && first + (width + 1) / 2 < source.width + Self.margin, "no columns")
    let width = width
    unsafe source.withRow(from) { source in
      unsafe withMutableRow(row) { target in
        var pixels = unsafe source + first
        // The last pair may exceed the row by one pixel, which `extend` overwrites.
        for x in Swift.stride(from: 0, to: width, by: 2) {
          let middle = unsafe pixels[0], next = unsafe pixels[1]
          unsafe target[x] = (pixels[-1] + next) * 0.125 + middle * 0.75
          unsafe target[x &+ 1] = (middle + next) * 0.5
          unsafe pixels += 1
        }
      }
    }
    extend(row)
  }
}
