// Unsafe: The caller lends the memory. Rows and columns are checked once per call, not per
// byte.

/// A read-only view of one plane of a frame, as rows of bytes, lent for the duration of a call.
@safe
public struct PlaneView: Copyable, ~Escapable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int

  /// Wraps bytes owned by the caller.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - base: The first byte of the first row. The memory must stay valid and unchanged while the
  ///     view exists.
  ///   - stride: The distance of two rows, in bytes.
  @unsafe
  @_lifetime(borrow base)
  public init(width: Int, height: Int, base: UnsafeRawPointer, stride: Int) {
    precondition(stride >= width && width >= 0 && height >= 0, "rows overlap")
    self.width = width
    self.height = height
    unsafe self.base = base
    self.stride = stride
  }

  /// The byte at column `x` of row `y`, counted from the top left.
  @inlinable
  public subscript(x: Int, y: Int) -> UInt8 {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "no such byte")
    return unsafe base.load(fromByteOffset: y &* stride &+ x, as: UInt8.self)
  }

  /// Writes the weighted sum of consecutive rows.
  ///
  /// - Parameters:
  ///   - columns: The columns to mix, which become the first bytes of `row`.
  ///   - first: The first of the `weights.count` rows.
  ///   - weights: At least one weight, in 256ths, with a sum of 256.
  ///   - row: The row to write to.
  public func mixRows(
    _ columns: Range<Int>, from first: Int, weights: ArraySlice<UInt16>, into row: inout ByteRow
  ) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "no such columns")
    precondition(
      first >= 0 && first + weights.count <= height && !weights.isEmpty, "no such rows")
    precondition(columns.count <= row.count, "the row is too short")
    // Rows without weight are omitted at both ends.
    guard let low = weights.firstIndex(where: { $0 != 0 }),
      let high = weights.lastIndex(where: { $0 != 0 })
    else { preconditionFailure("rows without weight have no sum") }
    let live = weights[low...high]
    let start = unsafe base + ((first &+ low &- weights.startIndex) &* stride &+ columns.lowerBound)
    unsafe Self.mix(start, stride, live, into: row.base, count: columns.count)
  }

  /// Writes `count` weighted sums of as many rows as there are weights.
  ///
  /// The usual numbers of rows are spelled out, so that their weights stay in registers.
  @unsafe
  private static func mix(
    _ start: UnsafeRawPointer, _ stride: Int, _ weights: ArraySlice<UInt16>,
    into target: UnsafeMutableRawPointer, count: Int
  ) {
    func weight(_ index: Int) -> UInt16 { weights[weights.startIndex + index] }
    let half = WideBytes(repeating: 128)
    switch weights.count {
    case 1:
      unsafe target.copyMemory(from: start, byteCount: count)
    case 2:
      let (a, b) = (weight(0), weight(1))
      unsafe mixBlocks(start, stride, weights, into: target, count: count) { top in
        unsafe WideBytes(at: top) &* a &+ WideBytes(at: top + stride) &* b &+ half
      }
    case 3:
      let (a, b, c) = (weight(0), weight(1), weight(2))
      unsafe mixBlocks(start, stride, weights, into: target, count: count) { top in
        unsafe WideBytes(at: top) &* a &+ WideBytes(at: top + stride) &* b
          &+ WideBytes(at: top + stride &* 2) &* c &+ half
      }
    case 4:
      let (a, b, c, d) = (weight(0), weight(1), weight(2), weight(3))
      unsafe mixBlocks(start, stride, weights, into: target, count: count) { top in
        let third = unsafe top + stride &* 2
        let upper = unsafe WideBytes(at: top) &* a &+ WideBytes(at: top + stride) &* b
        let lower = unsafe WideBytes(at: third) &* c &+ WideBytes(at: third + stride) &* d
        return upper &+ lower &+ half
      }
    default:
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe mixBlocks(start, stride, weights, into: target, count: count) { top in
          var sum = half, place = unsafe top
          for index in 0..<weights.count {
            sum = unsafe sum &+ WideBytes(at: place) &* weights[index]
            unsafe place += stride
          }
          return sum
        }
      }
    }
  }

  /// Processes the columns in blocks of 16; the last block ends at the last column.
  ///
  /// `sum` gets the first row of a block.
  @unsafe
  @inline(__always)
  private static func mixBlocks(
    _ start: UnsafeRawPointer, _ stride: Int, _ weights: some Collection<UInt16>,
    into target: UnsafeMutableRawPointer, count: Int, _ sum: (UnsafeRawPointer) -> WideBytes
  ) {
    var x = 0
    while x < count, count >= 16 {
      let column = min(x, count &- 16)
      unsafe target.storeBytes(
        of: sum(start + column).shrunk, toByteOffset: column, as: SIMD16<UInt8>.self)
      x &+= 16
    }
    while x < count {
      var sum: UInt16 = 128, offset = x
      for weight in weights {
        sum &+= UInt16(unsafe start.load(fromByteOffset: offset, as: UInt8.self)) &* weight
        offset &+= stride
      }
      unsafe target.storeBytes(of: UInt8(sum &>> 8), toByteOffset: x, as: UInt8.self)
      x &+= 1
    }
  }
}

/// Sixteen bytes in 16-bit lanes, which hold sums of bytes times weights of up to 256 in total.
///
/// Separating even and odd bytes costs a mask and a shift. Widening would move data between lanes.
struct WideBytes {
  var even: SIMD8<UInt16>
  var odd: SIMD8<UInt16>

  @inline(__always)
  init(even: SIMD8<UInt16>, odd: SIMD8<UInt16>) {
    self.even = even
    self.odd = odd
  }

  @inline(__always)
  init(repeating value: UInt16) {
    even = SIMD8(repeating: value)
    odd = even
  }

  @inline(__always)
  init(_ bytes: SIMD16<UInt8>) {
    let lanes = unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
    even = lanes & 255
    odd = lanes &>> 8
  }

  /// The sixteen bytes at a place.
  @unsafe
  @inline(__always)
  init(at place: UnsafeRawPointer) {
    self.init(unsafe place.loadUnaligned(as: SIMD16<UInt8>.self))
  }

  /// The lanes divided by 256 and rounded down, as bytes.
  @inline(__always)
  var shrunk: SIMD16<UInt8> {
    unsafe unsafeBitCast((even &>> 8) | (odd & 0xFF00), to: SIMD16<UInt8>.self)
  }

  @inline(__always)
  static func &+ (a: Self, b: Self) -> Self { Self(even: a.even &+ b.even, odd: a.odd &+ b.odd) }

  @inline(__always)
  static func &* (a: Self, weight: UInt16) -> Self {
    Self(even: a.even &* weight, odd: a.odd &* weight)
  }
}
