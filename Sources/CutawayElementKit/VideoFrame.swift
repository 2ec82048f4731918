/// Four 8-bit components, in the order of the frame's layout.
public typealias Pixel = SIMD4<UInt8>

/// A writable view of one frame, or of some of its rows, lent for the duration of a call.
@safe
public struct VideoFrame: ~Copyable, ~Escapable {
  /// The shape of what can be written.
  public let format: VideoFormat

  /// The position of the frame in its stream.
  public let time: Duration

  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  /// Wraps pixels owned by someone else.
  ///
  /// - Parameters:
  ///   - format: The shape of the frame.
  ///   - time: The position of the frame in its stream.
  ///   - base: The first byte of the first row. The memory must stay valid, and nobody else may
  ///     touch it, while the frame is in use.
  ///   - stride: The distance between two rows, in bytes.
  @unsafe
  @_lifetime(borrow base)
  public init(format: VideoFormat, time: Duration, base: UnsafeMutableRawPointer, stride: Int) {
    precondition(stride >= format.width * format.layout.bytesPerPixel, "rows overlap")
    self.format = format
    self.time = time
    unsafe self.base = base
    self.stride = stride
  }

  /// The pixels of row `y`.
  @inlinable
  public subscript(row y: Int) -> MutableSpan<Pixel> {
    @_lifetime(&self)
    mutating get {
      precondition(y >= 0 && y < format.height, "no such row")
      let start = unsafe (base + y &* stride).assumingMemoryBound(to: Pixel.self)
      let row = unsafe MutableSpan(_unsafeStart: start, count: format.width)
      return unsafe _overrideLifetime(row, mutating: &self)
    }
  }

  /// Replaces every pixel by what `transform` makes of it.
  @inlinable
  public mutating func mapPixels(_ transform: (Pixel, _ x: Int, _ y: Int) -> Pixel) {
    for y in 0..<format.height {
      var row = self[row: y]
      for x in row.indices { row[x] = transform(row[x], x, y) }
    }
  }
}

extension VideoFrame {
  /// Replaces pixels, four at a time, by what `transform` makes of them.
  ///
  /// The last block of a row may reach past its end; what `transform` makes of that part is
  /// ignored.
  @inlinable
  public mutating func mapBlocks(_ transform: (SIMD16<UInt8>) -> SIMD16<UInt8>) {
    let whole = format.width & ~3
    for y in 0..<format.height {
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

  /// A writer of whole blocks into row `y`.
  @inlinable
  @_lifetime(&self)
  public mutating func writer(row y: Int) -> RowWriter {
    precondition(y >= 0 && y < format.height, "no such row")
    let writer = unsafe RowWriter(base: base + y &* stride, count: format.width)
    return unsafe _overrideLifetime(writer, mutating: &self)
  }

  /// Makes the pixels `columns` of row `y` transparent black.
  @inlinable
  public mutating func clear(_ columns: Range<Int>, row y: Int) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= format.width, "no such columns")
    precondition(y >= 0 && y < format.height, "no such row")
    let start = unsafe base + (y &* stride &+ columns.lowerBound &* 4)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: columns.count &* 4)
  }
}

extension Pixel {
  /// Multiplies every component but the last, which is alpha in BGRA and RGBA, by `gain` / 256.
  @inlinable
  public func scaled(by gain: UInt16) -> Pixel {
    let gains = SIMD4<UInt16>(gain, gain, gain, 256)
    return Pixel(truncatingIfNeeded: (SIMD4<UInt16>(truncatingIfNeeded: self) &* gains) &>> 8)
  }
}
