// Unsafe: Writes columns of a row that the frame lends.

/// Write access to a frame row, for ``MixedRow`` and ``LinePainter``.
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
