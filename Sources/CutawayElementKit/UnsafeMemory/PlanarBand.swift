// Unsafe: The caller lends the memory. `place` checks rows and columns.

/// A writable view of some rows of a planar frame, lent for the duration of a call.
///
/// Row numbers refer to the planes of the whole frame.
@safe
public struct PlanarBand: ~Copyable, ~Escapable {
  /// The size of the whole frame.
  public let format: PlanarFormat
  /// The writable luma rows, starting with an even one.
  public let rows: Range<Int>
  /// The first byte of the first writable row of each plane.
  private let bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  private let strides: (Int, Int, Int)

  /// Wraps bytes owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The size of the whole frame.
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
    self.format = format
    self.rows = rows
    self.strides = strides
    let first = rows.lowerBound
    unsafe self.bases = (
      bases.0 + first * strides.0, bases.1 + first / 2 * strides.1, bases.2 + first / 2 * strides.2
    )
  }

  /// The writable rows of a plane: 0 is luma, 1 and 2 are chroma.
  public func rows(of plane: Int) -> Range<Int> {
    plane == 0 ? rows : rows.lowerBound / 2..<(rows.upperBound + 1) / 2
  }

  /// The address of the bytes `columns` of a row.
  func place(_ plane: Int, _ row: Int, _ columns: Range<Int>) -> UnsafeMutableRawPointer {
    let own = rows(of: plane)
    precondition(own.contains(row), "no such row")
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= format.width(of: plane), "no such columns")
    let index = row &- own.lowerBound
    switch plane {
    case 0: return unsafe bases.0 + (index &* strides.0 &+ columns.lowerBound)
    case 1: return unsafe bases.1 + (index &* strides.1 &+ columns.lowerBound)
    default: return unsafe bases.2 + (index &* strides.2 &+ columns.lowerBound)
    }
  }

  /// The byte at column `x` of row `y` of a plane.
  public subscript(plane: Int, x: Int, y: Int) -> UInt8 {
    get { unsafe place(plane, y, x..<x + 1).load(as: UInt8.self) }
    set { unsafe place(plane, y, x..<x + 1).storeBytes(of: newValue, as: UInt8.self) }
  }

  /// Sets the bytes `columns` of a row of a plane to `value`.
  public mutating func fill(_ plane: Int, row: Int, _ columns: Range<Int>, with value: UInt8) {
    unsafe place(plane, row, columns)
      .initializeMemory(as: UInt8.self, repeating: value, count: columns.count)
  }

  /// Blends a part of a row over a row of this band.
  ///
  /// - Parameters:
  ///   - top: The row to blend.
  ///   - offset: The first byte of `top` to blend.
  ///   - plane: The plane of this band.
  ///   - row: The row of that plane.
  ///   - columns: The columns of that row.
  ///   - opacity: The opacity in 255ths.
  public mutating func blend(
    _ top: borrowing ByteRow, from offset: Int, plane: Int, row: Int, _ columns: Range<Int>,
    opacity: UInt16
  ) {
    precondition(offset >= 0 && offset + columns.count <= top.count, "no such bytes")
    unsafe blendBytes(
      top.base + offset, onto: place(plane, row, columns), count: columns.count, opacity: opacity)
  }

  /// Blends a part of a row of a plane over a row of this band, with an opacity in 255ths.
  public mutating func blend(
    _ top: PlaneView, row topRow: Int, from column: Int, plane: Int, row: Int,
    _ columns: Range<Int>, opacity: UInt16
  ) {
    precondition(
      column >= 0 && column + columns.count <= top.width && topRow >= 0 && topRow < top.height,
      "no such bytes")
    unsafe blendBytes(
      top.base + (topRow * top.stride + column), onto: place(plane, row, columns),
      count: columns.count, opacity: opacity)
  }
}

/// Computes `top·opacity + bottom·(1 − opacity)` in 255ths, rounded.
///
/// Opacity 255 gives the top and 0 the bottom. Equal bytes stay unchanged.
private func blendBytes(
  _ top: UnsafeRawPointer, onto bottom: UnsafeMutableRawPointer, count: Int, opacity: UInt16
) {
  if opacity >= 255 {
    unsafe bottom.copyMemory(from: top, byteCount: count)
    return
  }
  let rest = 255 &- opacity, half = SIMD8<UInt16>(repeating: 128)
  var x = 0
  while x &+ 16 <= count {
    let a = unsafe top.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
    let b = unsafe bottom.loadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
    let sum = WideBytes(a) &* opacity &+ WideBytes(b) &* rest
    // Division by 255, as in `divided(by255:)`.
    var even = sum.even &+ half, odd = sum.odd &+ half
    even &+= even &>> 8
    odd &+= odd &>> 8
    unsafe bottom.storeBytes(
      of: WideBytes(even: even, odd: odd).shrunk, toByteOffset: x, as: SIMD16<UInt8>.self)
    x &+= 16
  }
  while x < count {
    let a = UInt16(unsafe top.load(fromByteOffset: x, as: UInt8.self))
    let b = UInt16(unsafe bottom.load(fromByteOffset: x, as: UInt8.self))
    let value = divided(by255: UInt32(a) &* UInt32(opacity) &+ UInt32(b) &* UInt32(rest))
    unsafe bottom.storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
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
