// Unsafe: Loops over rows of an array without checks. Each function first checks its rows and
// columns.

/// Rows of pixels with one or four floating-point components, for intermediate results of an effect.
///
/// One component is a sample of a plane. Four have the order and the range of the frame that was
/// loaded, with colours multiplied by alpha / largest component.
package struct FloatImage: Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The number of components of a pixel: 1 or 4.
  package let components: Int
  private var numbers: [Float]

  /// The columns on both sides that repeat the first and the last pixel of a row.
  ///
  /// Loops write four vectors at a time, and so up to 15 numbers beyond a row; a kernel reads up to
  /// eight more pixels.
  var margin: Int { components == 4 ? 12 : 24 }

  private var stride: Int { (width + 2 * margin) * components }

  /// Creates an image of zeros.
  package init(width: Int, height: Int, components: Int) {
    precondition(width > 0 && height > 0, "an image has pixels")
    precondition(components == 1 || components == 4, "a pixel has one or four components")
    self.width = width
    self.height = height
    self.components = components
    numbers = []
    numbers = Array(repeating: 0, count: stride * height)
  }

  /// Calls `body` with the first number of a row.
  @inline(__always)
  func withRow(_ row: Int, _ body: (UnsafePointer<Float>) -> Void) {
    precondition(row >= 0 && row < height, "no such row")
    let offset = row &* stride &+ margin &* components
    unsafe numbers.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe body(base + offset)
    }
  }

  /// Calls `body` with the first number of a row, which it may write.
  @inline(__always)
  mutating func withMutableRow(_ row: Int, _ body: (UnsafeMutablePointer<Float>) -> Void) {
    precondition(row >= 0 && row < height, "no such row")
    let offset = row &* stride &+ margin &* components
    unsafe numbers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe body(base + offset)
    }
  }

  /// Repeats the first and the last pixel of a row in the margins.
  mutating func extend(_ row: Int) {
    let (width, margin, components) = (width, margin, components)
    unsafe withMutableRow(row) { row in
      if components == 1 {
        let (first, last) = unsafe (row[0], row[width &- 1])
        unsafe (row - margin).update(repeating: first, count: margin)
        unsafe (row + width).update(repeating: last, count: margin)
      } else {
        let end = unsafe row + width &* 4
        let first = unsafe row.vector(at: 0), last = unsafe end.vector(at: -4)
        for x in 0..<margin {
          unsafe row.store(first, at: (x &- margin) &* 4)
          unsafe end.store(last, at: x &* 4)
        }
      }
    }
  }

  func requireColumns(of other: FloatImage) {
    precondition(other.width == width && other.components == components, "no such columns")
  }
}

extension UnsafePointer<Float> {
  @inline(__always)
  func vector(at index: Int) -> SIMD4<Float> {
    unsafe UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Float>.self)
  }
}

extension UnsafeMutablePointer<Float> {
  @inline(__always)
  func vector(at index: Int) -> SIMD4<Float> {
    unsafe UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always)
  func store(_ vector: SIMD4<Float>, at index: Int) {
    unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: vector, as: SIMD4<Float>.self)
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
    precondition(kernel.count <= 9, "no such columns")
    requireColumns(of: source)
    let count = width * components, step = components
    unsafe source.withRow(from) { source in
      unsafe withMutableRow(row) { target in
        unsafe kernel.withUnsafeBufferPointer { kernel in
          // The last block may exceed the row, into the margin that `extend` overwrites.
          for x in Swift.stride(from: 0, to: count, by: 16) {
            let place = unsafe source + x
            var a = unsafe place.vector(at: 0) * kernel[0],
              b = unsafe place.vector(at: 4) * kernel[0]
            var c = unsafe place.vector(at: 8) * kernel[0],
              d = unsafe place.vector(at: 12) * kernel[0]
            for k in 1..<max(1, kernel.count) {
              let weight = unsafe SIMD4(repeating: kernel[k])
              let left = unsafe place - k &* step, right = unsafe place + k &* step
              unsafe a += weight * (left.vector(at: 0) + right.vector(at: 0))
              unsafe b += weight * (left.vector(at: 4) + right.vector(at: 4))
              unsafe c += weight * (left.vector(at: 8) + right.vector(at: 8))
              unsafe d += weight * (left.vector(at: 12) + right.vector(at: 12))
            }
            unsafe target.store(a, at: x)
            unsafe target.store(b, at: x &+ 4)
            unsafe target.store(c, at: x &+ 8)
            unsafe target.store(d, at: x &+ 12)
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
    requireColumns(of: source)
    let count = width * components, stride = stride
    unsafe source.withRow(rows[0]) { source in
      unsafe withMutableRow(row) { target in
        unsafe kernel.withUnsafeBufferPointer { kernel in
          unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: rows.count) { offsets in
            for (index, other) in rows.enumerated() {
              unsafe offsets.initializeElement(at: index, to: (other - rows[0]) * stride)
            }
            for x in Swift.stride(from: 0, to: count, by: 16) {
              let place = unsafe source + x
              var a = unsafe place.vector(at: 0) * kernel[0]
              var b = unsafe place.vector(at: 4) * kernel[0]
              var c = unsafe place.vector(at: 8) * kernel[0]
              var d = unsafe place.vector(at: 12) * kernel[0]
              for k in 1..<max(1, kernel.count) {
                let weight = unsafe SIMD4(repeating: kernel[k])
                let upper = unsafe place + offsets[2 &* k &- 1]
                let lower = unsafe place + offsets[2 &* k]
                unsafe a += weight * (upper.vector(at: 0) + lower.vector(at: 0))
                unsafe b += weight * (upper.vector(at: 4) + lower.vector(at: 4))
                unsafe c += weight * (upper.vector(at: 8) + lower.vector(at: 8))
                unsafe d += weight * (upper.vector(at: 12) + lower.vector(at: 12))
              }
              unsafe target.store(a, at: x)
              unsafe target.store(b, at: x &+ 4)
              unsafe target.store(c, at: x &+ 8)
              unsafe target.store(d, at: x &+ 12)
            }
          }
        }
      }
    }
    extend(row)
  }
}
