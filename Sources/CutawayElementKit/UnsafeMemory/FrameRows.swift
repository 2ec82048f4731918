// Unsafe: An owner keeps the memory valid. Rows are lent as spans, each of which is checked.

/// All rows of a frame, for several threads.
///
/// Several threads may read rows, and write different rows, at the same time.
@safe
package final class FrameRows: Sendable {
  /// The size and the layout.
  package let format: MixerFormat
  /// What the samples mean.
  package let colors: FrameColors
  private nonisolated(unsafe) let planes: [Plane]
  private let isWritable: Bool
  private let owner: any AnyObject & Sendable

  /// Where the rows of a plane are.
  @unsafe
  package struct Plane {
    let base: UnsafeMutableRawPointer
    let stride: Int

    /// Creates a plane from the address of its first row and the distance of two rows, in bytes.
    package init(base: UnsafeMutableRawPointer, stride: Int) {
      unsafe self.base = base
      unsafe self.stride = stride
    }
  }

  /// Wraps memory that an object owns.
  ///
  /// - Parameters:
  ///   - format: The size and the layout.
  ///   - colors: What the samples mean.
  ///   - planes: One for packed pixels, else three.
  ///   - isWritable: Whether the rows may be changed.
  ///   - owner: Keeps the memory valid as long as it exists.
  @unsafe
  package init(
    format: MixerFormat, colors: FrameColors, planes: [Plane], isWritable: Bool,
    owner: any AnyObject & Sendable
  ) {
    (self.format, self.colors) = (format, colors)
    unsafe self.planes = planes
    (self.isWritable, self.owner) = (isWritable, owner)
    unsafe precondition(planes.count == format.planeCount, "the format has other planes")
    for index in 0..<format.planeCount {
      unsafe precondition(planes[index].stride >= format.rowSize(of: index), "rows overlap")
    }
  }

  /// Calls `body` with the bytes of a row, counted from the top.
  package func withRow(_ y: Int, of plane: Int = 0, _ body: (Span<UInt8>) -> Void) {
    precondition(y >= 0 && y < format.rowCount(of: plane), "no such row")
    let place = unsafe planes[plane], size = format.rowSize(of: plane)
    let start = unsafe place.base + y * place.stride
    unsafe body(Span(_unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: size))
    withExtendedLifetime(owner) {}
  }

  /// Calls `body` with the bytes of a row, counted from the top, which it may change.
  ///
  /// No other thread may use the row.
  package func withMutableRow(
    _ y: Int, of plane: Int = 0, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    precondition(isWritable, "the frame may not be changed")
    precondition(y >= 0 && y < format.rowCount(of: plane), "no such row")
    let place = unsafe planes[plane], size = format.rowSize(of: plane)
    let start = unsafe place.base + y * place.stride
    var span = unsafe MutableSpan(
      _unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: size)
    body(&span)
    withExtendedLifetime(owner) {}
  }
}

/// The meaning of samples, by the code points of Recommendation ITU-T H.273.
package struct FrameColors: Sendable, Hashable {
  /// The transfer function.
  package var transfer: Int
  /// The primary colours.
  package var primaries: Int
  /// The weights of red and blue in luma, and the range.
  package var luma: LumaCoding

  /// Creates a meaning.
  package init(transfer: Int, primaries: Int, luma: LumaCoding = .bt709) {
    (self.transfer, self.primaries, self.luma) = (transfer, primaries, luma)
  }
}

extension MixerFormat {
  /// The number of planes in memory.
  package var planeCount: Int { if case .planar = self { 3 } else { 1 } }

  /// The number of rows of a plane.
  package func rowCount(of plane: Int) -> Int {
    switch self {
    case .packed(let format): format.height
    case .planar(let format): format.height(of: plane)
    }
  }

  /// The bytes of a row of a plane, without what is between rows.
  package func rowSize(of plane: Int) -> Int {
    switch self {
    case .packed(let format): format.width * format.layout.bytesPerPixel
    case .planar(let format): format.width(of: plane) * (format.bitsPerSample / 8)
    }
  }
}
