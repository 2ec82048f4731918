// Unsafe: The sums own their memory. Blocks are checked when the sums are emptied.

/// Sums of samples, eight in a block, in lanes of twice the width.
@safe
public struct SampleSums<Sample: PixelComponent>: ~Copyable {
  let base: UnsafeMutableRawPointer
  private let capacity: Int
  /// The number of blocks in use.
  private(set) var used = 0

  static var blockSize: Int { MemoryLayout<Sample>.size * 16 }

  /// Reserves memory for the sums of `count` samples.
  public init(count: Int) {
    capacity = (count + 7) / 8
    unsafe base = .allocate(byteCount: max(1, capacity) * Self.blockSize, alignment: 32)
  }

  deinit { unsafe base.deallocate() }

  /// Sets the sums of the first `count` samples to zero; the last block may exceed the samples.
  public mutating func reset(count: Int) {
    precondition((count + 7) / 8 <= capacity, "there are too few sums")
    used = (count + 7) / 8
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: used * Self.blockSize)
  }

  /// The sum of the sample at `index`.
  public subscript(index: Int) -> Sample.Product {
    get { unsafe place(index).load(as: Sample.Product.self) }
    set { unsafe place(index).storeBytes(of: newValue, as: Sample.Product.self) }
  }

  private func place(_ index: Int) -> UnsafeMutableRawPointer {
    precondition(index >= 0 && index < used * 8, "no such sum")
    return unsafe base + index &* MemoryLayout<Sample.Product>.size
  }
}
