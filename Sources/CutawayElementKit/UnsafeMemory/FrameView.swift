// Unsafe: The caller lends the memory. Each access is checked against its size.

/// A read-only view of one frame, lent for the duration of a call.
@safe
public struct FrameView: Copyable, ~Escapable {
  /// The size and the layout of the frame.
  public let format: VideoFormat

  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int
  /// The number of readable bytes.
  @usableFromInline let size: Int

  /// Wraps pixels owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The size and the layout of the frame.
  ///   - base: The first byte of the first row. The memory must stay valid and unchanged while the
  ///     view exists.
  ///   - stride: The distance of two rows, in bytes.
  @unsafe
  @_lifetime(borrow base)
  public init(format: VideoFormat, base: UnsafeRawPointer, stride: Int) {
    precondition(stride >= format.width * format.layout.bytesPerPixel, "rows overlap")
    self.format = format
    unsafe self.base = base
    self.stride = stride
    size = stride &* (format.height &- 1) &+ format.width &* format.layout.bytesPerPixel
  }

  /// Whether a ``LinePainter`` can sample the frame: whether it has 8 bits per component, and its
  /// coordinates fit the fixed-point arithmetic.
  public var isSampled: Bool {
    format.layout.bitsPerComponent == 8 && stride % 4 == 0 && stride >> 17 == 0
      && format.width < 1 << 15 && format.height < 1 << 15
  }

  /// The pixel at column `x` of row `y`, counted from the top left, of a frame with 8 bits per
  /// component.
  @inlinable
  public subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && x < format.width && y >= 0 && y < format.height, "no such pixel")
    precondition(format.layout.bitsPerComponent == 8, "its components have 16 bits")
    return unsafe base.loadUnaligned(fromByteOffset: y &* stride &+ x &* 4, as: Pixel.self)
  }

  /// The pixel nearest to column `x` of row `y`; outside of the frame, its outermost pixels repeat.
  ///
  /// The type of the components must be that of the frame's layout.
  @inlinable
  public func pixel<Component: PixelComponent>(_ x: Int, _ y: Int) -> SIMD4<Component> {
    precondition(format.layout.bitsPerComponent == Component.bitWidth, "another size of components")
    let column = min(max(x, 0), format.width &- 1), row = min(max(y, 0), format.height &- 1)
    return unsafe base.loadUnaligned(
      fromByteOffset: row &* stride &+ column &* MemoryLayout<SIMD4<Component>>.size,
      as: SIMD4<Component>.self)
  }

  /// The components of the pixel at column `x` of row `y`, as numbers from 0 to the largest
  /// component.
  @inlinable
  public func numbers(x: Int, y: Int) -> SIMD4<Float> {
    precondition(x >= 0 && x < format.width && y >= 0 && y < format.height, "no such pixel")
    let row = unsafe base + y &* stride
    if format.layout.bitsPerComponent == 8 {
      return unsafe row.loadUnaligned(fromByteOffset: x &* 4, as: Pixel.self).numbers
    }
    return unsafe row.loadUnaligned(fromByteOffset: x &* 8, as: DeepPixel.self).numbers
  }

  /// A bilinear sample of a frame with 16 bits per component; outside of the frame, its outermost
  /// pixels repeat.
  ///
  /// - Parameters:
  ///   - u: The column of the point; the centre of the first pixel is at 0.5.
  ///   - v: The row of the point.
  /// - Returns: The components, from 0 to 65,535.
  @inlinable
  public func deepSample(u: Double, v: Double) -> SIMD4<Float> {
    precondition(format.layout.bitsPerComponent == 16, "its components have 8 bits")
    let x = min(max(u - 0.5, 0), Double(format.width &- 1))
    let y = min(max(v - 0.5, 0), Double(format.height &- 1))
    let left = Int(x), top = Int(y), size = MemoryLayout<DeepPixel>.size
    let right = left < format.width &- 1 ? size : 0, below = top < format.height &- 1 ? stride : 0
    let place = unsafe base + (top &* stride &+ left &* size)
    func pixel(_ offset: Int) -> SIMD4<Float> {
      unsafe place.loadUnaligned(fromByteOffset: offset, as: DeepPixel.self).numbers
    }
    let across = Float(x - Double(left)), down = Float(y - Double(top))
    let upper = pixel(0), lower = pixel(below)
    let high = upper + (pixel(right) - upper) * across
    let low = lower + (pixel(below &+ right) - lower) * across
    return high + (low - high) * down
  }
}
