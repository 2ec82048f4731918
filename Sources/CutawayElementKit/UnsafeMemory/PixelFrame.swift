// Unsafe: The caller lends the memory. Rows are lent as spans.

/// Four 16-bit components, in the order of the frame's layout.
public typealias DeepPixel = SIMD4<UInt16>

/// A writable view of a frame's pixels, whose components have a type known to the compiler.
///
/// It is lent for the duration of a call.
@safe
public struct PixelFrame<Component: PixelComponent>: ~Copyable, ~Escapable {
  /// The size and the layout of the writable part.
  public let format: VideoFormat

  /// The stream time of the frame.
  public let time: Duration

  /// The rows to be processed: all, or a part if the filter is ``ElementTraits/pointwise``.
  public let rows: Range<Int>

  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  @inlinable
  @_lifetime(borrow base)
  init(
    format: VideoFormat, time: Duration, base: UnsafeMutableRawPointer, stride: Int,
    rows: Range<Int>
  ) {
    precondition(
      format.layout.bitsPerComponent == Component.bitWidth, "the components have another size")
    self.format = format
    self.time = time
    self.rows = rows
    unsafe self.base = base
    self.stride = stride
  }

  /// The pixels of row `y`, counted from the top.
  @inlinable
  public subscript(row y: Int) -> MutableSpan<SIMD4<Component>> {
    @_lifetime(&self)
    mutating get {
      precondition(rows.contains(y), "no such row")
      let start = unsafe (base + y &* stride).assumingMemoryBound(to: SIMD4<Component>.self)
      let row = unsafe MutableSpan(_unsafeStart: start, count: format.width)
      return unsafe _overrideLifetime(row, mutating: &self)
    }
  }

  /// Replaces every pixel by the result of `transform` for it and its position.
  ///
  /// The components have the order of the frame's layout.
  @inlinable
  public mutating func mapPixels(
    _ transform: (SIMD4<Component>, _ x: Int, _ y: Int) -> SIMD4<Component>
  ) {
    for y in rows {
      var row = self[row: y]
      for x in row.indices { row[x] = transform(row[x], x, y) }
    }
  }

  /// Replaces every pixel by the result of `transform` for its colour and its position.
  ///
  /// The components are red, green, blue, alpha in all layouts but ``PixelLayout/ayuv`` and
  /// ``PixelLayout/ayuv64``, where they are Y, U, V, alpha.
  @inlinable
  public mutating func mapColors(
    _ transform: (SIMD4<Component>, _ x: Int, _ y: Int) -> SIMD4<Component>
  ) {
    switch format.layout.order {
    case .rgba: mapPixels(transform)
    case .bgra:
      mapPixels { pixel, x, y in
        let color = transform(SIMD4(pixel.z, pixel.y, pixel.x, pixel.w), x, y)
        return SIMD4(color.z, color.y, color.x, color.w)
      }
    case .argb:
      mapPixels { pixel, x, y in
        let color = transform(SIMD4(pixel.y, pixel.z, pixel.w, pixel.x), x, y)
        return SIMD4(color.w, color.x, color.y, color.z)
      }
    case .abgr:
      mapPixels { pixel, x, y in
        let color = transform(SIMD4(pixel.w, pixel.z, pixel.y, pixel.x), x, y)
        return SIMD4(color.w, color.z, color.y, color.x)
      }
    }
  }
}

extension VideoFrame {
  /// The pixels of the frame, whose layout must have components of the type.
  @inlinable
  @_lifetime(&self)
  public mutating func pixels<Component>(of _: Component.Type) -> PixelFrame<Component> {
    let frame = unsafe PixelFrame<Component>(
      format: format, time: time, base: base, stride: stride, rows: rows)
    return unsafe _overrideLifetime(frame, mutating: &self)
  }
}
