/// A row of pixels in memory of its own, for what lies between two steps of a drawing.
@safe
public struct ScratchRow: ~Copyable {
  /// The number of pixels.
  public let count: Int
  @usableFromInline let base: UnsafeMutableRawPointer

  /// A row of `count` pixels, transparent black.
  public init(count: Int) {
    precondition(count >= 0, "a row has no negative length")
    self.count = count
    unsafe base = .allocate(byteCount: max(count, 1) * MemoryLayout<Pixel>.stride, alignment: 16)
    unsafe base.initializeMemory(
      as: UInt8.self, repeating: 0, count: max(count, 1) * MemoryLayout<Pixel>.stride)
  }

  deinit { unsafe base.deallocate() }

  /// For the four places of a block, the pixel `tap` columns after each.
  @inlinable
  @inline(__always)
  public func gather(_ places: PixelPlaces, block: Int, tap: Int) -> PixelBlock {
    precondition(tap >= 0 && places.reach &+ tap < count, "no such pixels")
    let at = places.blocks[block]
    let start = unsafe base + tap &* 4
    return unsafe PixelBlock(
      start.load(fromByteOffset: Int(at[0]), as: UInt32.self),
      start.load(fromByteOffset: Int(at[1]), as: UInt32.self),
      start.load(fromByteOffset: Int(at[2]), as: UInt32.self),
      start.load(fromByteOffset: Int(at[3]), as: UInt32.self))
  }

  /// For the four places of a block, the pixels there and those after.
  @inlinable
  @inline(__always)
  public func gatherPairs(
    _ places: PixelPlaces, block: Int
  ) -> (left: PixelBlock, right: PixelBlock) {
    precondition(places.reach &+ 1 < count, "no such pixels")
    let at = places.blocks[block]
    let a = unsafe base.loadUnaligned(fromByteOffset: Int(at[0]), as: SIMD2<UInt32>.self)
    let b = unsafe base.loadUnaligned(fromByteOffset: Int(at[1]), as: SIMD2<UInt32>.self)
    let c = unsafe base.loadUnaligned(fromByteOffset: Int(at[2]), as: SIMD2<UInt32>.self)
    let d = unsafe base.loadUnaligned(fromByteOffset: Int(at[3]), as: SIMD2<UInt32>.self)
    return (PixelBlock(a[0], b[0], c[0], d[0]), PixelBlock(a[1], b[1], c[1], d[1]))
  }

  /// Writes four pixels, from column `x` on.
  @inlinable
  @inline(__always)
  public mutating func store(_ pixels: PixelBlock, at x: Int) {
    precondition(UInt(bitPattern: x) <= UInt(bitPattern: count &- 4), "no such pixels")
    unsafe base.storeBytes(of: pixels, toByteOffset: x &* 4, as: PixelBlock.self)
  }
}

/// Columns of a row, four in a block, checked once for all the times that they are used.
public struct PixelPlaces: Sendable {
  /// In bytes.
  @usableFromInline let blocks: [SIMD4<UInt32>]
  /// The greatest column.
  @usableFromInline let reach: Int

  /// - Parameter columns: 0 or greater; a multiple of four of them.
  public init(columns: [Int]) {
    precondition(columns.allSatisfy { $0 >= 0 && $0 < 1 << 28 }, "no such columns")
    precondition(columns.count % 4 == 0, "blocks have four columns")
    reach = columns.max() ?? 0
    let offsets = columns.map { UInt32($0) &* 4 }
    blocks = stride(from: 0, to: offsets.count, by: 4).map { index in
      let block = offsets[index..<index + 4]
      return SIMD4(block)
    }
  }
}
