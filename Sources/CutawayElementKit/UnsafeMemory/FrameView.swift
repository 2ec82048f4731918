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
    precondition(stride >= format.width * MemoryLayout<Pixel>.stride, "rows overlap")
    self.format = format
    unsafe self.base = base
    self.stride = stride
    size = stride &* (format.height &- 1) &+ format.width &* MemoryLayout<Pixel>.stride
  }

  /// Whether a ``LinePainter`` can sample the frame: whether its coordinates fit the fixed-point
  /// arithmetic.
  public var isSampled: Bool {
    stride % 4 == 0 && stride >> 17 == 0 && format.width < 1 << 15 && format.height < 1 << 15
  }

  /// The pixel at column `x` of row `y`, counted from the top left.
  @inlinable
  public subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && x < format.width && y >= 0 && y < format.height, "no such pixel")
    return unsafe base.loadUnaligned(fromByteOffset: y &* stride &+ x &* 4, as: Pixel.self)
  }
}
