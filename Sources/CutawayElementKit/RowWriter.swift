/// A row of a frame, to be drawn by a ``MixedRow`` or a ``LinePainter``.
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
}
