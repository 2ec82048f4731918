// Unsafe: The caller lends the memory. Rows are lent as spans.

/// A writable view of a planar frame, lent for the duration of a call.
@safe
public struct PlanarFrame<Sample: PixelComponent>: ~Copyable, ~Escapable {
  /// The size, the resolution of chroma and the depth.
  public let format: PlanarFormat
  /// The meaning of the samples.
  public let coding: LumaCoding
  /// The stream time of the frame.
  public let time: Duration
  /// The rows of luma to be processed: all, or a part if the filter is ``ElementTraits/pointwise``.
  ///
  /// Those of chroma are ``PlanarFormat/rows(of:for:)``.
  public let rows: Range<Int>
  @usableFromInline let bases:
    (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  @usableFromInline let strides: (Int, Int, Int)

  /// Wraps samples owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The format of the frame, whose samples have the size of `Sample`.
  ///   - coding: The meaning of the samples.
  ///   - time: The stream time of the frame.
  ///   - bases: The first byte of each plane. While the view exists, the memory must stay valid, and
  ///     nothing else may access it.
  ///   - strides: The distance of two rows in each plane, in bytes.
  ///   - rows: The rows of luma to which the view gives access, from an even one; all by default.
  @unsafe
  @_lifetime(immortal)
  public init(
    format: PlanarFormat, coding: LumaCoding, time: Duration,
    bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer),
    strides: (Int, Int, Int), rows: Range<Int>? = nil
  ) {
    precondition(format.bitsPerSample == Sample.bitWidth, "the samples have another size")
    for (plane, stride) in [strides.0, strides.1, strides.2].enumerated() {
      precondition(
        stride >= format.width(of: plane) * MemoryLayout<Sample>.size, "rows overlap")
    }
    self.rows = rows ?? 0..<format.height
    precondition(self.rows.lowerBound >= 0 && self.rows.upperBound <= format.height, "no such rows")
    precondition(self.rows.lowerBound & 1 == 0, "a row of chroma belongs to two parts")
    self.format = format
    self.coding = coding
    self.time = time
    unsafe self.bases = bases
    self.strides = strides
  }

  /// A plane: 0 is luma, 1 and 2 are chroma.
  @inlinable
  @_lifetime(&self)
  public mutating func plane(_ plane: Int) -> WritablePlane<Sample> {
    let base = unsafe plane == 0 ? bases.0 : plane == 1 ? bases.1 : bases.2
    let stride = plane == 0 ? strides.0 : plane == 1 ? strides.1 : strides.2
    let view = unsafe WritablePlane<Sample>(
      width: format.width(of: plane), height: format.height(of: plane), depth: format.depth,
      base: base, stride: stride, rows: format.rows(of: plane, for: rows))
    return unsafe _overrideLifetime(view, mutating: &self)
  }
}

/// A writable view of one plane of a frame, as rows of samples, lent for the duration of a call.
@safe
public struct WritablePlane<Sample: PixelComponent>: ~Copyable, ~Escapable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of bits of a sample.
  public let depth: Int
  /// The rows to be processed: all, or a part if the filter is ``ElementTraits/pointwise``.
  public let rows: Range<Int>
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  @inlinable
  @_lifetime(borrow base)
  init(
    width: Int, height: Int, depth: Int, base: UnsafeMutableRawPointer, stride: Int,
    rows: Range<Int>
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.rows = rows
    unsafe self.base = base
    self.stride = stride
  }

  /// The samples of row `y`, counted from the top.
  @inlinable
  public subscript(row y: Int) -> MutableSpan<Sample> {
    @_lifetime(&self)
    mutating get {
      precondition(rows.contains(y), "no such row")
      let start = unsafe (base + y &* stride).assumingMemoryBound(to: Sample.self)
      let row = unsafe MutableSpan(_unsafeStart: start, count: width)
      return unsafe _overrideLifetime(row, mutating: &self)
    }
  }

  /// Sets the samples `columns` of row `y` to `value`.
  @inlinable
  public mutating func fill(_ columns: Range<Int>, row y: Int, with value: Sample) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "no such columns")
    precondition(rows.contains(y), "no such row")
    let place = unsafe base + (y &* stride &+ columns.lowerBound &* MemoryLayout<Sample>.size)
    unsafe place.initializeMemory(as: Sample.self, repeating: value, count: columns.count)
  }

  /// The sum of at most 65,536 samples, the `columns` of row `y`.
  @inlinable
  public func sum(_ columns: Range<Int>, row y: Int) -> UInt32 {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "no such columns")
    precondition(rows.contains(y) && columns.count <= 65_536, "no such row")
    let row = unsafe (base + y &* stride).assumingMemoryBound(to: Sample.self)
    var sum: UInt32 = 0
    for x in columns { unsafe sum &+= UInt32(truncatingIfNeeded: row[x]) }
    return sum
  }

  /// Replaces every sample by the result of `transform` for it and its position in the plane.
  @inlinable
  public mutating func mapSamples(_ transform: (Sample, _ x: Int, _ y: Int) -> Sample) {
    for y in rows {
      var row = self[row: y]
      for x in row.indices { row[x] = transform(row[x], x, y) }
    }
  }
}
