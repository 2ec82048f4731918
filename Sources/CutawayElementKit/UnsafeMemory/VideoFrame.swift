// Unsafe: The caller lends the memory. Rows are lent as spans.

/// Four 8-bit components, in the order of the frame's layout.
public typealias Pixel = SIMD4<UInt8>

/// A writable view of a frame, or of some of its rows, lent for the duration of a call.
@safe
public struct VideoFrame: ~Copyable, ~Escapable {
  /// The size and the layout of the writable part.
  public let format: VideoFormat

  /// The stream time of the frame.
  public let time: Duration

  /// The rows to be processed: all, or a part if the filter is ``ElementTraits/pointwise``.
  public let rows: Range<Int>

  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  /// Wraps pixels owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The size and the layout of the frame.
  ///   - time: The stream time of the frame.
  ///   - base: The first byte of the first row. While the view exists, the memory must stay valid,
  ///     and nothing else may access it.
  ///   - stride: The distance of two rows, in bytes.
  ///   - rows: The rows to which the view gives access; all by default.
  @unsafe
  @_lifetime(borrow base)
  public init(
    format: VideoFormat, time: Duration, base: UnsafeMutableRawPointer, stride: Int,
    rows: Range<Int>? = nil
  ) {
    precondition(stride >= format.width * format.layout.bytesPerPixel, "rows overlap")
    self.rows = rows ?? 0..<format.height
    precondition(self.rows.lowerBound >= 0 && self.rows.upperBound <= format.height, "no such rows")
    self.format = format
    self.time = time
    unsafe self.base = base
    self.stride = stride
  }

  /// The pixels of row `y`, counted from the top, of a frame with 8 bits per component.
  @inlinable
  public subscript(row y: Int) -> MutableSpan<Pixel> {
    @_lifetime(&self)
    mutating get {
      precondition(rows.contains(y), "no such row")
      precondition(format.layout.bitsPerComponent == 8, "its components have 16 bits")
      let start = unsafe (base + y &* stride).assumingMemoryBound(to: Pixel.self)
      let row = unsafe MutableSpan(_unsafeStart: start, count: format.width)
      return unsafe _overrideLifetime(row, mutating: &self)
    }
  }

  /// Replaces every pixel by the result of `transform` for it and its position.
  ///
  /// The frame must have 8 bits per component. ``PixelFilter`` processes 16 bits, too.
  @inlinable
  public mutating func mapPixels(_ transform: (Pixel, _ x: Int, _ y: Int) -> Pixel) {
    var pixels = pixels(of: UInt8.self)
    pixels.mapPixels(transform)
  }
}

extension VideoFrame {
  /// Replaces blocks of four pixels by the result of `transform`.
  ///
  /// The last block of a row may exceed the row. The result for the excess is ignored.
  @inlinable
  public mutating func mapBlocks(_ transform: (SIMD16<UInt8>) -> SIMD16<UInt8>) {
    precondition(format.layout.bitsPerComponent == 8, "its components have 16 bits")
    let whole = format.width & ~3
    for y in rows {
      let start = unsafe base + y &* stride
      var x = 0
      while x < whole {
        let block = unsafe (start + x &* 4).loadUnaligned(as: SIMD16<UInt8>.self)
        unsafe (start + x &* 4).storeBytes(of: transform(block), as: SIMD16<UInt8>.self)
        x &+= 4
      }
      while x < format.width {
        let pixel = unsafe (start + x &* 4).loadUnaligned(as: Pixel.self)
        let half = SIMD8(lowHalf: pixel, highHalf: pixel)
        let block = transform(SIMD16(lowHalf: half, highHalf: half))
        unsafe (start + x &* 4).storeBytes(of: block.lowHalf.lowHalf, as: Pixel.self)
        x &+= 1
      }
    }
  }

  /// Write access to row `y`, in whole blocks.
  @inlinable
  @_lifetime(&self)
  public mutating func writer(row y: Int) -> RowWriter {
    precondition(rows.contains(y), "no such row")
    let writer = unsafe RowWriter(base: base + y &* stride, count: format.width)
    return unsafe _overrideLifetime(writer, mutating: &self)
  }

  /// Sets the pixels `columns` of row `y` to transparent black.
  @inlinable
  public mutating func clear(_ columns: Range<Int>, row y: Int) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= format.width, "no such columns")
    precondition(rows.contains(y), "no such row")
    let size = format.layout.bytesPerPixel
    let start = unsafe base + (y &* stride &+ columns.lowerBound &* size)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: columns.count &* size)
  }
}
