// Unsafe: Reads four bytes at each place, which the callers check. Reinterprets vectors of equal
// size.

/// Four bytes go from memory into a vector in one step, and two bytes into a lane in two. A tree of
/// interleaves then collects the pairs. Its lanes grow from level to level, because the compiler
/// would see through a tree of 16-bit lanes and load two bytes.
extension Lanes {
  /// The offsets of eight places, in bytes.
  typealias Places = (Int, Int, Int, Int, Int, Int, Int, Int)

  /// The two bytes at each of eight places, each pair in a lane; two more are read at each place.
  @unsafe
  @inline(__always)
  static func pairs(_ base: UnsafeRawPointer, at places: Places) -> SIMD8<UInt16> {
    let low = unsafe fourPairs(base, places.0, places.1, places.2, places.3)
    let high = unsafe fourPairs(base, places.4, places.5, places.6, places.7)
    return unsafe unsafeBitCast(SIMD2(low[0], high[0]), to: SIMD8<UInt16>.self)
  }

  /// The first and the second two bytes at each of eight places, each pair in a lane.
  @unsafe
  @inline(__always)
  static func twoPairs(
    _ base: UnsafeRawPointer, at places: Places
  ) -> (first: SIMD8<UInt16>, second: SIMD8<UInt16>) {
    let low = unsafe fourPairs(base, places.0, places.1, places.2, places.3)
    let high = unsafe fourPairs(base, places.4, places.5, places.6, places.7)
    return unsafe (
      unsafeBitCast(SIMD2(low[0], high[0]), to: SIMD8<UInt16>.self),
      unsafeBitCast(SIMD2(low[1], high[1]), to: SIMD8<UInt16>.self)
    )
  }

  /// The 16-bit sample at each of eight byte offsets, and the next one, each pair in a lane.
  @unsafe
  @inline(__always)
  static func wordPairs(_ base: UnsafeRawPointer, at places: Places) -> SIMD8<UInt32> {
    func pair(_ place: Int) -> UInt32 {
      unsafe base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }
    return SIMD8(
      pair(places.0), pair(places.1), pair(places.2), pair(places.3), pair(places.4),
      pair(places.5), pair(places.6), pair(places.7))
  }

  /// The first pairs of four places in the lower lane, the second ones in the upper.
  @unsafe
  @inline(__always)
  private static func fourPairs(
    _ base: UnsafeRawPointer, _ a: Int, _ b: Int, _ c: Int, _ d: Int
  ) -> SIMD2<UInt64> {
    let left = unsafe interleaved(word(base, a), word(base, b))
    let right = unsafe interleaved(word(base, c), word(base, d))
    return unsafe unsafeBitCast(
      SIMD4(left[0], right[0], left[1], right[1]), to: SIMD2<UInt64>.self)
  }

  @unsafe
  @inline(__always)
  private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> SIMD8<UInt16> {
    let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return unsafe unsafeBitCast(SIMD4<UInt32>(word, 0, 0, 0), to: SIMD8<UInt16>.self)
  }

  /// The lower lanes of two vectors in turn, in pairs.
  @inline(__always)
  private static func interleaved(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD4<UInt32> {
    let lanes = SIMD8(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
    return unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
  }
}
