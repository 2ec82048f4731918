// Unsafe: Owns memory that several threads fill, each thread other rows, before anyone reads it.
import Dispatch
import Glibc

/// Pixels of four floating-point components that several threads draw, and that nobody changes later.
@safe
package final class PixelGrid: Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  private nonisolated(unsafe) let base: UnsafeMutablePointer<SIMD4<Float>>

  /// Draws pixels band by band, on all cores.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - bandHeight: The rows of a band; the last band may have fewer.
  ///   - draw: Draws the rows of a band. Rows that it leaves out are zero. Several threads call it.
  package init(
    width: Int, height: Int, bandHeight: Int, _ draw: @Sendable (inout Band) -> Void
  ) {
    precondition(width >= 0 && height >= 0 && bandHeight > 0, "no such grid")
    let size = MemoryLayout<SIMD4<Float>>.stride
    // Bands clear rows just before they draw them, when that costs no pass over the memory.
    guard let memory = unsafe malloc(max(1, width * height) * size) else {
      preconditionFailure("no memory for \(width)×\(height) pixels")
    }
    (self.width, self.height) = (width, height)
    unsafe base = memory.bindMemory(to: SIMD4<Float>.self, capacity: width * height)
    nonisolated(unsafe) let start = unsafe base
    DispatchQueue.concurrentPerform(iterations: (height + bandHeight - 1) / bandHeight) { index in
      let first = index * bandHeight
      let rows = first..<min(height, first + bandHeight)
      var band = unsafe Band(rows: rows, width: width, base: start)
      draw(&band)
      band.clear(upTo: rows.upperBound)
    }
  }

  deinit { unsafe free(base) }

  /// The pixels, for loops: without counting references.
  ///
  /// - Parameters:
  ///   - x: The coordinate of the first column.
  ///   - y: The coordinate of the first row.
  /// - Returns: The pixels.
  @_lifetime(borrow self)
  package func view(x: Int, y: Int) -> PixelGridView {
    let view = unsafe PixelGridView(base: base, width: width, height: height, x: x, y: y)
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  /// Rows that one thread draws.
  @safe
  package struct Band: ~Copyable, ~Escapable {
    /// The numbers of the rows.
    package let rows: Range<Int>
    /// The number of columns.
    package let width: Int
    private let base: UnsafeMutablePointer<SIMD4<Float>>
    /// The first row that has no pixels yet.
    private var end: Int

    @unsafe
    @_lifetime(immortal)
    fileprivate init(rows: Range<Int>, width: Int, base: UnsafeMutablePointer<SIMD4<Float>>) {
      (self.rows, self.width, end) = (rows, width, rows.lowerBound)
      unsafe self.base = base
    }

    /// Makes rows zero that have no pixels yet.
    fileprivate mutating func clear(upTo row: Int) {
      if row <= end { return }
      unsafe (base + end &* width).update(repeating: SIMD4(), count: (row &- end) &* width)
      end = row
    }

    /// Copies the pixels of a row.
    package mutating func setRow(_ y: Int, to pixels: Span<SIMD4<Float>>) {
      precondition(rows.contains(y) && pixels.count >= width, "a row of another band")
      clear(upTo: y)
      let row = unsafe base + y &* width, width = width
      unsafe pixels.withUnsafeBufferPointer { pixels in
        if let start = pixels.baseAddress { unsafe row.update(from: start, count: width) }
      }
      end = max(end, y &+ 1)
    }

    /// Calls `body` with the pixels of a row, which it may change.
    @inline(__always)
    package mutating func withRow(_ y: Int, _ body: (inout MutableSpan<SIMD4<Float>>) -> Void) {
      precondition(rows.contains(y), "a row of another band")
      clear(upTo: y &+ 1)
      var span = unsafe MutableSpan(_unsafeStart: base + y &* width, count: width)
      body(&span)
    }
  }
}

/// Pixels of a grid at their places in a plane.
///
/// Around them, all pixels are zero.
@safe
package struct PixelGridView: ~Escapable {
  @usableFromInline let base: UnsafePointer<SIMD4<Float>>
  @usableFromInline let width: Int
  @usableFromInline let height: Int
  /// The coordinate of the first column.
  package let x: Int
  @usableFromInline let y: Int

  @unsafe
  @_lifetime(immortal)
  fileprivate init(
    base: UnsafeMutablePointer<SIMD4<Float>>, width: Int, height: Int, x: Int, y: Int
  ) {
    unsafe self.base = UnsafePointer(base)
    (self.width, self.height, self.x, self.y) = (width, height, x, y)
  }

  /// The pixel at a place.
  @inlinable
  @inline(__always)
  package subscript(x: Int, y: Int) -> SIMD4<Float> {
    let column = x &- self.x, row = y &- self.y
    // Negative numbers are large ones without a sign.
    guard UInt(bitPattern: column) < UInt(bitPattern: width),
      UInt(bitPattern: row) < UInt(bitPattern: height)
    else { return SIMD4() }
    return unsafe base[row &* width &+ column]
  }

  /// The colour between pixels, by linear interpolation.
  ///
  /// A pixel's centre lies at its coordinates + 0.5.
  @inlinable
  @inline(__always)
  package func linear(_ place: SIMD2<Float>) -> SIMD4<Float> {
    let corner = place - 0.5
    // Far beyond the pixels, and where a map has no value.
    guard abs(corner.x) < 0x1p29, abs(corner.y) < 0x1p29 else { return SIMD4() }
    guard abs(corner.x) < 0x1p22, abs(corner.y) < 0x1p22 else {
      let (left, low) = (corner.x.rounded(.down), corner.y.rounded(.down))
      return mean(Int(left), Int(low), corner.x - left, corner.y - low)
    }
    // The bits of a number near 1½ · 2²³ are the nearest integer: conversions take longer.
    let column = corner.x + 0x1.8p23, row = corner.y + 0x1.8p23
    var left = Int(truncatingIfNeeded: column.bitPattern & 0x7f_ffff) &- 0x40_0000
    var low = Int(truncatingIfNeeded: row.bitPattern & 0x7f_ffff) &- 0x40_0000
    var right = corner.x - (column - 0x1.8p23), up = corner.y - (row - 0x1.8p23)
    // Where the nearest integer is the greater one, without a branch that nobody can predict.
    let isLeft = Int32(bitPattern: right.bitPattern) &>> 31
    let isLow = Int32(bitPattern: up.bitPattern) &>> 31
    left &+= Int(truncatingIfNeeded: isLeft)
    low &+= Int(truncatingIfNeeded: isLow)
    right += Float(bitPattern: UInt32(bitPattern: isLeft) & 0x3f80_0000)
    up += Float(bitPattern: UInt32(bitPattern: isLow) & 0x3f80_0000)
    return mean(left, low, right, up)
  }

  /// The mean of four pixels.
  ///
  /// - Parameters:
  ///   - left: The column of the left ones.
  ///   - low: The row of the lower ones.
  ///   - right: The weight of the right ones, 0…1.
  ///   - up: The weight of the upper ones, 0…1.
  /// - Returns: The mean.
  @inlinable
  @inline(__always)
  func mean(_ left: Int, _ low: Int, _ right: Float, _ up: Float) -> SIMD4<Float> {
    let (lower, upper) = (1 - up, up), column = left &- x, row = low &- y
    // Sums of products compile to vectors; differences of pixels are split into lanes.
    if UInt(bitPattern: column) < UInt(bitPattern: max(width, 1) &- 1),
      UInt(bitPattern: row) < UInt(bitPattern: max(height, 1) &- 1)
    {
      let first = unsafe base + (row &* width &+ column)
      let second = unsafe first + width
      var sum = unsafe first[0] * ((1 - right) * lower)
      unsafe sum += first[1] * (right * lower)
      unsafe sum += second[0] * ((1 - right) * upper)
      unsafe sum += second[1] * (right * upper)
      return sum
    }
    var sum = self[left, low] * ((1 - right) * lower)
    sum += self[left &+ 1, low] * (right * lower)
    sum += self[left, low &+ 1] * ((1 - right) * upper)
    sum += self[left &+ 1, low &+ 1] * (right * upper)
    return sum
  }

  /// The pixels of a row, from the column ``x`` on; none for a row beyond the pixels.
  @_lifetime(copy self)
  package func row(_ y: Int) -> Span<SIMD4<Float>> {
    let row = y &- self.y
    guard UInt(bitPattern: row) < UInt(bitPattern: height) else { return Span() }
    let span = unsafe Span(_unsafeStart: base + row &* width, count: width)
    return unsafe _overrideLifetime(span, copying: self)
  }

  /// Copies pixels of a row.
  ///
  /// Those beyond it are zero.
  ///
  /// - Parameters:
  ///   - x: The first column.
  ///   - y: The row.
  ///   - target: Where the pixels go.
  ///   - start: The index of the first one.
  ///   - count: The number of pixels.
  package func copy(
    x: Int, y: Int, to target: inout MutableSpan<SIMD4<Float>>, from start: Int = 0, count: Int
  ) {
    let row = row(y), left = x &- self.x
    let first = min(max(0, 0 &- left), count), end = max(first, min(count, row.count &- left))
    for index in 0..<first { target[start &+ index] = SIMD4() }
    for index in first..<end { target[start &+ index] = row[left &+ index] }
    for index in end..<count { target[start &+ index] = SIMD4() }
  }
}
