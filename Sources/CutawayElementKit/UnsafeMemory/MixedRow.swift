// Unsafe: The row owns its memory. Rows and columns are checked before they are read.

/// Several frame rows mixed into one, before its columns are mixed.
///
/// A pixel has four components in 16-bit lanes, with seven fraction bits.
@safe
public struct MixedRow: ~Copyable {
  /// The number of pixels.
  public let count: Int
  let base: UnsafeMutableRawPointer
  static let bytesPerPixel = 8

  /// Creates a row of `count` zero pixels.
  public init(count: Int) {
    precondition(count >= 4, "pixels are mixed four at a time")
    self.count = count
    // If the number of taps is odd, one more pixel is read, with a weight of zero.
    let size = (count + 1) * Self.bytesPerPixel
    unsafe base = .allocate(byteCount: size, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit { unsafe base.deallocate() }

  /// Mixes consecutive rows of `source` into this row.
  ///
  /// - Parameters:
  ///   - source: The frame whose columns from `column` on are mixed, as many as this row has.
  ///   - column: The first column.
  ///   - row: The first of the rows.
  ///   - weights: A weight per row in 256ths, with a sum of 256.
  public mutating func mix(
    _ source: FrameView, column: Int, row: Int, weights: ArraySlice<UInt16>
  ) {
    precondition(
      row >= 0 && row + weights.count <= source.format.height && column >= 0
        && column + count <= source.format.width, "no such pixels")
    guard let first = weights.firstIndex(where: { $0 != 0 }),
      let last = weights.lastIndex(where: { $0 != 0 })
    else { return }
    let live = weights[first...last], stride = source.stride
    func weight(_ index: Int) -> SIMD8<UInt16> { SIMD8(repeating: live[first + index]) }
    let start =
      unsafe source.base
      + ((row &+ first &- weights.startIndex) &* stride &+ column &* 4)
    switch live.count {
    case 1:
      unsafe mixBlocks(start) { unsafe Self.weigh($0, 256) }
    case 2:
      let upper = weight(0), lower = weight(1)
      unsafe mixBlocks(start) {
        unsafe Self.add(Self.weigh($0, upper), Self.weigh($0 + stride, lower))
      }
    case 3:
      let upper = weight(0), middle = weight(1), lower = weight(2)
      unsafe mixBlocks(start) {
        unsafe Self.add(
          Self.add(Self.weigh($0, upper), Self.weigh($0 + stride, middle)),
          Self.weigh($0 + stride &* 2, lower))
      }
    default:
      unsafe live.withUnsafeBufferPointer { live in
        unsafe mixBlocks(start) { pixels in
          var sum = (SIMD8<UInt16>(), SIMD8<UInt16>())
          var pixels = unsafe pixels
          for index in 0..<live.count {
            sum = unsafe Self.add(sum, Self.weigh(pixels, SIMD8(repeating: live[index])))
            unsafe pixels += stride
          }
          return sum
        }
      }
    }
  }

  private typealias Sums = (SIMD8<UInt16>, SIMD8<UInt16>)

  /// Processes the columns in blocks of four; the last block ends at the end of the row.
  @inline(__always)
  private mutating func mixBlocks(
    _ start: UnsafeRawPointer, _ sums: (UnsafeRawPointer) -> Sums
  ) {
    var x = 0
    while x < count {
      let column = min(x, count &- 4)
      let sum = unsafe sums(start + column &* 4)
      let target = unsafe base + column &* Self.bytesPerPixel
      unsafe target.storeBytes(of: sum.0 &>> 1, as: SIMD8<UInt16>.self)
      unsafe target.storeBytes(of: sum.1 &>> 1, toByteOffset: 16, as: SIMD8<UInt16>.self)
      x &+= 4
    }
  }

  @inline(__always)
  private static func weigh(_ pixels: UnsafeRawPointer, _ weight: SIMD8<UInt16>) -> Sums {
    let low = unsafe pixels.loadUnaligned(as: SIMD8<UInt8>.self)
    let high = unsafe pixels.loadUnaligned(fromByteOffset: 8, as: SIMD8<UInt8>.self)
    return (Lanes.widened(low) &* weight, Lanes.widened(high) &* weight)
  }

  @inline(__always)
  private static func weigh(_ pixels: UnsafeRawPointer, _ weight: UInt16) -> Sums {
    unsafe weigh(pixels, SIMD8(repeating: weight))
  }

  @inline(__always)
  private static func add(_ a: Sums, _ b: Sums) -> Sums { (a.0 &+ b.0, a.1 &+ b.1) }
}
