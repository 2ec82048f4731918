// Unsafe: Lends a checked row of an array of numbers as pixels.

extension FloatImage {
  /// Calls `body` with the pixels of a row, which it may change, and repeats the edges in the margins.
  package mutating func withPixels(
    of row: Int, _ body: (inout MutableSpan<SIMD4<Float>>) -> Void
  ) {
    precondition(components == 4, "a pixel has four components")
    let width = width
    unsafe withMutableRow(row) { row in
      unsafe row.withMemoryRebound(to: SIMD4<Float>.self, capacity: width) { row in
        var span = unsafe MutableSpan(_unsafeStart: row, count: width)
        body(&span)
      }
    }
    extend(row)
  }

  /// Calls `body` with the pixels of a row.
  package func withPixels(of row: Int, _ body: (Span<SIMD4<Float>>) -> Void) {
    precondition(components == 4, "a pixel has four components")
    let width = width
    unsafe withRow(row) { row in
      unsafe row.withMemoryRebound(to: SIMD4<Float>.self, capacity: width) { row in
        body(unsafe Span(_unsafeStart: row, count: width))
      }
    }
  }
}

extension SIMD4<Float> {
  /// The bit patterns of the numbers.
  @inlinable
  @inline(__always)
  package var bits: SIMD4<UInt32> { unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self) }
}
