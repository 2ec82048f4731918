// Unsafe: Reads and writes four checked bytes at once, which have any alignment.

extension Span where Element == UInt8 {
  /// Four bytes from a place on, the first one lowest.
  @inlinable
  @inline(__always)
  package func fourBytes(at place: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
  }
}

extension MutableSpan where Element == UInt8 {
  /// Writes four bytes from a place on, the lowest one first.
  @inlinable
  @inline(__always)
  @_lifetime(self: copy self)
  package mutating func setFourBytes(_ word: UInt32, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt32.self)
  }
}
