// Unsafe: The caller lends the memory. Rows and columns are checked before pixels are written.

/// A writable view of some rows of a frame of packed pixels with alpha, lent for the duration of a
/// call.
///
/// Row numbers refer to the whole frame. Alpha is straight.
@safe
public struct PackedBand<Component: PixelComponent>: ~Copyable, ~Escapable {
  /// The format of the whole frame.
  public let format: VideoFormat
  /// The writable rows.
  public let rows: Range<Int>
  /// The first byte of the first writable row.
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  /// Wraps pixels owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The format of the whole frame, whose components have the size of `Component`.
  ///   - rows: The writable rows.
  ///   - base: The first byte of the whole frame. While the band exists, the memory must stay valid,
  ///     and nothing else may access its rows.
  ///   - stride: The distance of two rows, in bytes.
  @unsafe
  @_lifetime(immortal)
  public init(
    format: VideoFormat, rows: Range<Int>, base: UnsafeMutableRawPointer, stride: Int
  ) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= format.height, "no such rows")
    precondition(format.layout.bitsPerComponent == Component.bitWidth, "another size of components")
    self.format = format
    self.rows = rows
    self.stride = stride
    unsafe self.base = base + rows.lowerBound * stride
  }

  /// The pixels of a row.
  @inlinable
  public subscript(row row: Int) -> MutableSpan<SIMD4<Component>> {
    @_lifetime(&self)
    mutating get {
      precondition(rows.contains(row), "no such row")
      let start = unsafe (base + (row &- rows.lowerBound) &* stride)
        .assumingMemoryBound(to: SIMD4<Component>.self)
      let span = unsafe MutableSpan(_unsafeStart: start, count: format.width)
      return unsafe _overrideLifetime(span, mutating: &self)
    }
  }

  /// Writes every pixel, as a function of its column and row in the whole frame.
  @inlinable
  public mutating func draw(_ color: (_ x: Int, _ y: Int) -> SIMD4<Component>) {
    for y in rows {
      var row = self[row: y]
      for x in row.indices { row[x] = color(x, y) }
    }
  }

  /// Makes all pixels transparent.
  @inlinable
  public mutating func clear() { draw { _, _ in SIMD4() } }

  /// Blends rows of a frame of the same layout over this band.
  ///
  /// - Parameters:
  ///   - top: The frame.
  ///   - rows: The rows of `top` to blend, which must lie in the band.
  ///   - origin: The position of the first pixel of `top`. Pixels outside the frame are omitted.
  ///   - opacity: The opacity in units of the largest component: 255ths or 65,535ths.
  public mutating func blend(
    _ top: FrameView, rows: Range<Int>, origin: (x: Int, y: Int), opacity: Component
  ) {
    blend(top, visible: nil, rows: rows, origin: origin, opacity: opacity)
  }

  /// Blends rows of a frame of the same layout, of which all but `runs` is transparent.
  ///
  /// - Parameters:
  ///   - top: The frame.
  ///   - runs: What is visible of the frame; `nil` is all.
  ///   - rows: The rows of `top` to blend, which must lie in the band.
  ///   - origin: The position of the first pixel of `top`. Pixels outside the frame are omitted.
  ///   - opacity: The opacity in units of the largest component: 255ths or 65,535ths.
  ///   - mode: How pixels are combined with those of this band.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  package mutating func blend(
    _ top: FrameView, visible runs: VisibleRuns?, rows: Range<Int>, origin: (x: Int, y: Int),
    opacity: Component, mode: BlendMode = .over
  ) {
    precondition(top.format.layout == format.layout, "another layout")
    precondition(rows.lowerBound >= 0 && rows.upperBound <= top.format.height, "no such rows")
    let first = max(0, -origin.x), end = min(top.format.width, format.width - origin.x)
    if first >= end { return }
    for row in rows {
      if mode != .over {
        combine(top, row: row, first..<end, origin: origin, opacity: opacity, adds: mode == .add)
        continue
      }
      guard let runs else {
        blend(top, row: row, first..<end, origin: origin, opacity: opacity)
        continue
      }
      for index in runs.indices(of: row) {
        let columns = runs[index].clamped(to: first..<end)
        blend(top, row: row, columns, origin: origin, opacity: opacity)
      }
    }
  }

  /// Blends columns of a row, which lie in this band.
  @inline(__always)
  private mutating func blend(
    _ top: FrameView, row: Int, _ columns: Range<Int>, origin: (x: Int, y: Int),
    opacity: Component
  ) {
    let alpha = format.layout.alphaIndex, unit = Float(Component.max)
    let part = Float(opacity) / unit, source = unsafe top.base + row &* top.stride
    var pixels = self[row: origin.y + row]
    for x in columns {
      let over = unsafe source.loadUnaligned(
        fromByteOffset: x &* MemoryLayout<SIMD4<Component>>.size, as: SIMD4<Component>.self)
      if over[alpha] == 0 { continue }
      if opacity == .max && over[alpha] == .max {
        pixels[origin.x + x] = over
      } else {
        pixels[origin.x + x] = Self.blended(
          over.numbers, pixels[origin.x + x].numbers, part / unit, alpha: alpha)
      }
    }
  }

  /// Replaces columns of a row, which lie in this band, or blends them and adds the alphas.
  private mutating func combine(
    _ top: FrameView, row: Int, _ columns: Range<Int>, origin: (x: Int, y: Int),
    opacity: Component, adds: Bool
  ) {
    let alpha = format.layout.alphaIndex, unit = Float(Component.max)
    let part = Float(opacity) / unit, source = unsafe top.base + row &* top.stride
    var pixels = self[row: origin.y + row]
    for x in columns {
      let upper = unsafe source.loadUnaligned(
        fromByteOffset: x &* MemoryLayout<SIMD4<Component>>.size, as: SIMD4<Component>.self
      ).numbers
      let lower = pixels[origin.x + x].numbers
      var result = upper
      if adds { result = Self.blended(upper, lower, part / unit, alpha: alpha).numbers }
      result[alpha] = upper[alpha] * part + (adds ? lower[alpha] : 0)
      pixels[origin.x + x] = SIMD4(clamping: result)
    }
  }

  /// A pixel over another, both with straight alpha (Porter and Duff's "over").
  @inline(__always)
  private static func blended(
    _ top: SIMD4<Float>, _ bottom: SIMD4<Float>, _ part: Float, alpha: Int
  ) -> SIMD4<Component> {
    let unit = Float(Component.max)
    let upper = top[alpha] * part, lower = bottom[alpha] / unit * (1 - upper)
    let sum = upper + lower
    if sum <= 0 { return SIMD4(clamping: bottom) }
    var result = (top * upper + bottom * lower) / sum
    result[alpha] = sum * unit
    return SIMD4(clamping: result)
  }
}
