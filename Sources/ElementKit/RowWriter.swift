/// Writes a row of a frame in blocks of four pixels.
@safe
public struct RowWriter: ~Copyable, ~Escapable {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let count: Int

  @inlinable
  @_lifetime(borrow base)
  init(base: UnsafeMutableRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Writes four pixels, from column `x` on.
  @inlinable
  @inline(__always)
  public func store(_ pixels: PixelBlock, at x: Int) {
    precondition(x >= 0 && x &+ 4 <= count, "no such pixels")
    unsafe base.storeBytes(of: pixels, toByteOffset: x &* 4, as: PixelBlock.self)
  }
}
