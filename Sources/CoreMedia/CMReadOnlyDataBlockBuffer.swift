/// Bytes that do not change.
public struct CMReadOnlyDataBlockBuffer: Sendable, RandomAccessCollection, DataProtocol {
  private let buffer: CMBlockBuffer

  /// Creates a buffer with the bytes of data.
  public init(_ data: Data) { buffer = CMBlockBuffer(data) }

  /// Creates a value of bytes that nobody changes from now on.
  public init(unsafeBlockBuffer: sending CMBlockBuffer) { buffer = unsafeBlockBuffer }

  /// Calls a closure with the buffer, whose bytes it must not change.
  public func withUnsafeBlockBuffer<R>(
    _ body: (CMBlockBuffer) throws -> sending R
  ) rethrows -> sending R { try body(buffer) }

  /// Whether the bytes lie in one piece: always.
  public var isContiguous: Bool { true }
  /// The position of the first byte.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { buffer.dataLength }
  /// A byte.
  public subscript(position: Int) -> UInt8 {
    precondition(indices.contains(position), "the position lies outside of the buffer")
    return unsafe buffer.withUnsafeMutableBytes { unsafe $0[position] }
  }
  /// The bytes as one piece.
  public var regions: CollectionOfOne<Data> {
    CollectionOfOne(unsafe buffer.withUnsafeMutableBytes { unsafe Data($0) })
  }

  /// Calls a closure with all bytes.
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try unsafe buffer.withUnsafeMutableBytes {
      try unsafe body(UnsafeBufferPointer($0.assumingMemoryBound(to: UInt8.self)))
    }
  }
}
