// Unsafe: The caller lends the memory. `place` checks rows and columns.

/// A writable view of some rows of a planar frame, lent for the duration of a call.
///
/// Row numbers refer to the planes of the whole frame.
@safe
public struct PlanarBand<Sample: PixelComponent>: ~Copyable, ~Escapable {
  /// The format of the whole frame.
  public let format: PlanarFormat
  /// The writable luma rows, starting with an even one.
  public let rows: Range<Int>
  /// The first byte of the first writable row of each plane.
  @usableFromInline let bases:
    (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  @usableFromInline let strides: (Int, Int, Int)

  /// Wraps samples owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The format of the whole frame, whose samples have the size of `Sample`.
  ///   - rows: The writable luma rows.
  ///   - bases: The first byte of each plane of the whole frame. While the band exists, the memory
  ///     must stay valid, and nothing else may access its rows.
  ///   - strides: The distance of two rows in each plane, in bytes.
  @unsafe
  @_lifetime(immortal)
  public init(
    format: PlanarFormat, rows: Range<Int>,
    bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer),
    strides: (Int, Int, Int)
  ) {
    precondition(rows.lowerBound % 2 == 0 && rows.upperBound <= format.height, "no such rows")
    precondition(format.bitsPerSample == Sample.bitWidth, "the samples have another size")
    self.format = format
    self.rows = rows
    self.strides = strides
    let first = rows.lowerBound, chroma = format.rows(of: 1, for: rows).lowerBound
    unsafe self.bases = (
      bases.0 + first * strides.0, bases.1 + chroma * strides.1, bases.2 + chroma * strides.2
    )
  }

  /// The writable rows of a plane: 0 is luma, 1 and 2 are chroma.
  @inlinable
  public func rows(of plane: Int) -> Range<Int> {
    format.rows(of: plane, for: rows)
  }

  /// The address of the samples `columns` of a row.
  @inlinable
  func place(_ plane: Int, _ row: Int, _ columns: Range<Int>) -> UnsafeMutableRawPointer {
    let own = rows(of: plane)
    precondition(own.contains(row), "no such row")
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= format.width(of: plane), "no such columns")
    let index = row &- own.lowerBound
    let offset = columns.lowerBound &* MemoryLayout<Sample>.size
    switch plane {
    case 0: return unsafe bases.0 + (index &* strides.0 &+ offset)
    case 1: return unsafe bases.1 + (index &* strides.1 &+ offset)
    default: return unsafe bases.2 + (index &* strides.2 &+ offset)
    }
  }

  /// The sample at column `x` of row `y` of a plane.
  @inlinable
  public subscript(plane: Int, x: Int, y: Int) -> Sample {
    get { unsafe place(plane, y, x..<x + 1).loadUnaligned(as: Sample.self) }
    set { unsafe place(plane, y, x..<x + 1).storeBytes(of: newValue, as: Sample.self) }
  }

  /// Sets the samples `columns` of a row of a plane to `value`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func fill(_ plane: Int, row: Int, _ columns: Range<Int>, with value: Sample) {
    unsafe place(plane, row, columns)
      .initializeMemory(as: Sample.self, repeating: value, count: columns.count)
  }

  /// Fills rows with video-range black; the first row is even.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func clear(_ rows: Range<Int>) {
    for plane in 0..<3 {
      let columns = 0..<format.width(of: plane), black = Sample(format.black(of: plane))
      for row in format.rows(of: plane, for: rows) {
        fill(plane, row: row, columns, with: black)
      }
    }
  }

  /// Blends a part of a row over a row of this band.
  ///
  /// - Parameters:
  ///   - top: The row to blend.
  ///   - offset: The first sample of `top` to blend.
  ///   - plane: The plane of this band.
  ///   - row: The row of that plane.
  ///   - columns: The columns of that row.
  ///   - opacity: The opacity in units of the largest sample: 255ths or 65,535ths.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func blend(
    _ top: borrowing SampleRow<Sample>, from offset: Int, plane: Int, row: Int,
    _ columns: Range<Int>, opacity: Sample
  ) {
    precondition(offset >= 0 && offset + columns.count <= top.count, "no such samples")
    let target = unsafe place(plane, row, columns)
    unsafe Self.blend(
      top.base + offset &* MemoryLayout<Sample>.size, over: target, into: target,
      count: columns.count, opacity: opacity)
  }

  /// Blends a part of a row of a plane over a row of this band.
  ///
  /// The opacity is in units of the largest sample: 255ths or 65,535ths.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func blend(
    _ top: PlaneView<Sample>, row topRow: Int, from column: Int, plane: Int, row: Int,
    _ columns: Range<Int>, opacity: Sample
  ) {
    let target = unsafe place(plane, row, columns)
    unsafe Self.blend(
      top.place(topRow, column, columns.count), over: target, into: target, count: columns.count,
      opacity: opacity)
  }

  /// Writes a part of a row of a plane, blended over a part of a row of another one.
  ///
  /// - Parameters:
  ///   - top: The upper plane, with the row and the first column to read.
  ///   - bottom: The lower plane, with the row and the first column to read.
  ///   - plane: The plane of this band.
  ///   - row: The row of that plane.
  ///   - columns: The columns of that row.
  ///   - opacity: The opacity of the upper plane in units of the largest sample.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func blend(
    _ top: (plane: PlaneView<Sample>, row: Int, column: Int),
    over bottom: (plane: PlaneView<Sample>, row: Int, column: Int), plane: Int, row: Int,
    _ columns: Range<Int>, opacity: Sample
  ) {
    unsafe Self.blend(
      top.plane.place(top.row, top.column, columns.count),
      over: bottom.plane.place(bottom.row, bottom.column, columns.count),
      into: place(plane, row, columns), count: columns.count, opacity: opacity)
  }

  @unsafe
  private static func blend(
    _ top: UnsafeRawPointer, over bottom: UnsafeRawPointer, into target: UnsafeMutableRawPointer,
    count: Int, opacity: Sample
  ) {
    let rest = Sample.max &- opacity
    if Sample.bitWidth == 8 {
      unsafe blendSamples(
        WideBytes.self, top, over: bottom, into: target, count: count, opacity: UInt16(opacity),
        rest: UInt16(rest))
    } else {
      unsafe blendSamples(
        WideWords.self, top, over: bottom, into: target, count: count, opacity: UInt32(opacity),
        rest: UInt32(rest))
    }
  }
}

/// Computes `top·opacity + bottom·(1 − opacity)`, rounded, with an opacity in units of the largest
/// sample.
///
/// The full opacity gives the top and 0 the bottom. Equal samples stay unchanged.
@unsafe
@inline(__always)
private func blendSamples<Wide: WideSamples>(
  _: Wide.Type, _ top: UnsafeRawPointer, over bottom: UnsafeRawPointer,
  into target: UnsafeMutableRawPointer, count: Int, opacity: Wide.Weight, rest: Wide.Weight
) {
  let size = Wide.bytesPerSample
  if rest == 0 {
    unsafe target.copyMemory(from: top, byteCount: count &* size)
    return
  }
  var x = 0
  while x &+ 16 <= count {
    let a = unsafe Wide(at: top + x &* size), b = unsafe Wide(at: bottom + x &* size)
    unsafe (a &* opacity &+ b &* rest).storeQuotients(at: target + x &* size)
    x &+= 16
  }
  while x < count {
    let a = unsafe Wide.sample(at: top + x &* size), b = unsafe Wide.sample(at: bottom + x &* size)
    unsafe Wide.store(Wide.quotient(a &* opacity &+ b &* rest), at: target + x &* size)
    x &+= 1
  }
}

/// A product of two bytes divided by 255 and rounded.
///
/// With `t = a·b + 128`, the result `(t + t/256) / 256` is exact (Blinn, "Three Wrongs Make a
/// Right", IEEE CG&A 15(6), 1995).
@inline(__always)
func divided(by255 product: UInt32) -> UInt32 {
  let sum = product &+ 128
  return (sum &+ (sum &>> 8)) &>> 8
}

/// Eight products of two bytes divided by 255 and rounded.
@inline(__always)
func divided(by255 products: SIMD8<UInt16>) -> SIMD8<UInt16> {
  let sums = products &+ 128
  return (sums &+ (sums &>> 8)) &>> 8
}
