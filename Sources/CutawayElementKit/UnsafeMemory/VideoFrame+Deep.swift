// Unsafe: Reads and writes whole rows of the memory that the caller lends.

/// Four 16-bit components, in the order of the frame's layout.
public typealias DeepPixel = SIMD4<UInt16>

extension VideoFrame {
  /// The pixels of row `y`, counted from the top, of a frame with 16 bits per component.
  @inlinable
  public subscript(deepRow y: Int) -> MutableSpan<DeepPixel> {
    @_lifetime(&self)
    mutating get {
      precondition(y >= 0 && y < format.height, "no such row")
      precondition(format.layout == .argb64, "its components have 8 bits")
      let start = unsafe (base + y &* stride).assumingMemoryBound(to: DeepPixel.self)
      let row = unsafe MutableSpan(_unsafeStart: start, count: format.width)
      return unsafe _overrideLifetime(row, mutating: &self)
    }
  }
}
