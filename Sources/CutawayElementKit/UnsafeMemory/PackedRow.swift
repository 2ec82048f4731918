// Unsafe: `PlanarBand.blend(packed:…)` checks the columns before it reads and writes them.

/// The number of columns whose chroma is blended at once.
private let chunkLength = 16

/// A row of AYUV pixels, stored as A, Y, U, V.
@unsafe
struct PackedRow {
  private let base: UnsafeRawPointer
  private let width: Int

  init(of frame: FrameView, row: Int) {
    unsafe base = frame.base + row * frame.stride
    unsafe width = frame.format.width
  }

  /// The pixel in column `x`, as a word whose lowest byte is alpha.
  @inline(__always)
  private func pixel(_ x: Int) -> UInt32 {
    unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
  }

  func blendLuma(_ columns: Range<Int>, onto target: UnsafeMutableRawPointer, opacity: UInt16) {
    var x = columns.lowerBound, place = unsafe target
    while x &+ 8 <= columns.upperBound {
      let a = unsafe base.loadUnaligned(fromByteOffset: x &* 4, as: SIMD8<UInt16>.self)
      let b = unsafe base.loadUnaligned(fromByteOffset: x &* 4 &+ 16, as: SIMD8<UInt16>.self)
      // Alpha and luma of eight pixels.
      let pairs = SIMD8<UInt16>(a[0], a[2], a[4], a[6], b[0], b[2], b[4], b[6])
      let alphas = pairs & 255
      let words = unsafe unsafeBitCast(alphas, to: SIMD2<UInt64>.self)
      if opacity == 255 && words[0] & words[1] == 0xFF_00FF_00FF_00FF {
        unsafe place.storeBytes(of: Lanes.narrowed(pairs &>> 8), as: SIMD8<UInt8>.self)
      } else if words[0] | words[1] != 0 {
        let parts = divided(by255: alphas &* opacity)
        let old = Lanes.widened(unsafe place.loadUnaligned(as: SIMD8<UInt8>.self))
        let sum = (pairs &>> 8) &* parts &+ old &* (255 &- parts)
        unsafe place.storeBytes(
          of: Lanes.narrowed(divided(by255: sum)), as: SIMD8<UInt8>.self)
      }
      x &+= 8
      unsafe place += 8
    }
    while x < columns.upperBound {
      let pixel = unsafe pixel(x)
      let part = divided(by255: (pixel & 255) &* UInt32(opacity))
      let old = UInt32(unsafe place.load(as: UInt8.self))
      let sum = (pixel &>> 8 & 255) &* part &+ old &* (255 &- part)
      unsafe place.storeBytes(of: UInt8(divided(by255: sum)), as: UInt8.self)
      x &+= 1
      unsafe place += 1
    }
  }

  /// The chroma contribution of one column of two rows.
  ///
  /// `alpha` is the sum of alpha; `sums` holds the sums of alpha times U in its low half, and of
  /// alpha times V in its high half.
  @inline(__always)
  private func column(_ x: Int, _ next: Self) -> (alpha: UInt32, sums: UInt64) {
    let a = unsafe pixel(x), b = unsafe next.pixel(x)
    func parts(_ pixel: UInt32) -> UInt64 {
      (UInt64(pixel &>> 16 & 255) | UInt64(pixel &>> 24) &<< 32) &* UInt64(pixel & 255)
    }
    return ((a & 255) &+ (b & 255), parts(a) &+ parts(b))
  }

  /// Blends the chroma of this row and the next.
  ///
  /// - Parameters:
  ///   - next: The row below.
  ///   - columns: The columns, starting with an even one.
  ///   - u: The destination of the first U sample.
  ///   - v: The destination of the first V sample.
  ///   - opacity: The opacity in 255ths.
  func blendChroma(
    with next: Self, _ columns: Range<Int>, onto u: UnsafeMutableRawPointer,
    _ v: UnsafeMutableRawPointer, opacity: UInt32
  ) {
    var x = columns.lowerBound, index = 0
    while x &+ chunkLength <= columns.upperBound {
      unsafe blendChunk(with: next, x, onto: u + index, v + index, opacity: opacity)
      x &+= chunkLength
      index &+= chunkLength / 2
    }
    if x < columns.upperBound {
      unsafe blendColumns(
        with: next, x..<columns.upperBound, onto: u + index, v + index, opacity: opacity)
    }
  }

  private typealias Words = SIMD8<UInt32>

  /// Blends the chroma of ``chunkLength`` columns of two rows, with the column before.
  @inline(__always)
  private func blendChunk(
    with next: Self, _ x: Int, onto u: UnsafeMutableRawPointer, _ v: UnsafeMutableRawPointer,
    opacity: UInt32
  ) {
    @inline(__always)
    func words(_ row: Self, _ x: Int) -> Words {
      unsafe row.base.loadUnaligned(fromByteOffset: x &* 4, as: Words.self)
    }
    let chunk = unsafe ChromaChunk(
      (words(self, x), words(self, x &+ 8)), (words(next, x), words(next, x &+ 8)),
      before: (pixel(max(x &- 1, 0)), next.pixel(max(x &- 1, 0))))
    if chunk.isTransparent { return }
    let means = chunk.means, opacity = UInt16(truncatingIfNeeded: opacity)
    let parts = divided(by255: means.alpha &* opacity)
    @inline(__always)
    func blend(_ top: SIMD8<UInt16>, onto plane: UnsafeMutableRawPointer) {
      let old = Lanes.widened(unsafe plane.loadUnaligned(as: SIMD8<UInt8>.self))
      let sum = top &* parts &+ old &* (255 &- parts)
      unsafe plane.storeBytes(of: Lanes.narrowed(divided(by255: sum)), as: SIMD8<UInt8>.self)
    }
    unsafe blend(means.u, onto: u)
    unsafe blend(means.v, onto: v)
  }

  /// Blends columns one by one; the first one is even.
  private func blendColumns(
    with next: Self, _ columns: Range<Int>, onto u: UnsafeMutableRawPointer,
    _ v: UnsafeMutableRawPointer, opacity: UInt32
  ) {
    var before = unsafe column(max(columns.lowerBound - 1, 0), next)
    var x = columns.lowerBound, index = 0
    while x < columns.upperBound {
      let own = unsafe column(x, next)
      let after = unsafe x &+ 1 < width ? column(x &+ 1, next) : own
      let alpha = before.alpha &+ 2 &* own.alpha &+ after.alpha
      if alpha > 0 {
        let sums = before.sums &+ 2 &* own.sums &+ after.sums
        let part = divided(by255: (alpha &+ 4) / 8 &* opacity)
        let low = UInt32(truncatingIfNeeded: sums), high = UInt32(truncatingIfNeeded: sums &>> 32)
        unsafe blendByte(mean(low, alpha), part, onto: u + index)
        unsafe blendByte(mean(high, alpha), part, onto: v + index)
      }
      before = after
      x &+= 2
      index &+= 1
    }
  }
}

/// A rounded weighted mean; dividing by a constant is fast, and most pixels are opaque.
@inline(__always)
private func mean(_ sum: UInt32, _ weight: UInt32) -> UInt32 {
  weight == 8 * 255 ? (sum &+ 4 * 255) / (8 * 255) : (sum &+ weight / 2) / weight
}

@inline(__always)
private func blendByte(_ top: UInt32, _ part: UInt32, onto place: UnsafeMutableRawPointer) {
  let old = UInt32(unsafe place.load(as: UInt8.self))
  let sum = top &* part &+ old &* (255 &- part)
  unsafe place.storeBytes(of: UInt8(divided(by255: sum)), as: UInt8.self)
}
