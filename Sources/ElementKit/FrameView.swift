/// A read-only view of one frame, lent for the duration of a call.
@safe
public struct FrameView: Copyable, ~Escapable {
  /// The shape of the frame.
  public let format: VideoFormat

  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int
  /// The number of bytes that may be read.
  @usableFromInline let size: Int

  /// Wraps pixels owned by someone else.
  ///
  /// - Parameters:
  ///   - format: The shape of the frame.
  ///   - base: The first byte of the first row. The memory must stay valid and unchanged while the
  ///     view is in use.
  ///   - stride: The distance between two rows, in bytes.
  @unsafe
  @_lifetime(borrow base)
  public init(format: VideoFormat, base: UnsafeRawPointer, stride: Int) {
    precondition(stride >= format.width * MemoryLayout<Pixel>.stride, "rows overlap")
    self.format = format
    unsafe self.base = base
    self.stride = stride
    size = stride &* (format.height &- 1) &+ format.width &* MemoryLayout<Pixel>.stride
  }

  /// The distance between two rows, in bytes: what ``square(at:)`` counts in.
  @inlinable public var bytesPerRow: Int { stride }

  /// The pixel at column `x` of row `y`.
  @inlinable
  public subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && x < format.width && y >= 0 && y < format.height, "no such pixel")
    return unsafe base.loadUnaligned(fromByteOffset: y &* stride &+ x &* 4, as: Pixel.self)
  }

  /// Four pixels that follow each other, from column `x` of row `y` on.
  @inlinable
  @inline(__always)
  public func four(x: Int, y: Int) -> PixelBlock {
    let offset = y &* stride &+ x &* 4
    precondition(UInt(bitPattern: offset) <= UInt(bitPattern: size &- 16), "no such pixels")
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: PixelBlock.self)
  }

  /// Two pixels that follow each other, from a byte offset of `y·bytesPerRow + 4·x`, and the two
  /// below them.
  @inlinable
  @inline(__always)
  public func square(at offset: Int) -> (top: SIMD2<UInt32>, bottom: SIMD2<UInt32>) {
    // One comparison: as an unsigned number a negative offset is a great one.
    precondition(
      UInt(bitPattern: offset) <= UInt(bitPattern: size &- 8 &- stride), "no such pixels")
    return unsafe (
      base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt32>.self),
      base.loadUnaligned(fromByteOffset: offset &+ stride, as: SIMD2<UInt32>.self)
    )
  }
}
