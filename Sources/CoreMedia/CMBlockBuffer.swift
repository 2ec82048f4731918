import Synchronization

/// Bytes in memory.
///
/// One thread at a time may change them.
@safe
public final class CMBlockBuffer: @unchecked Sendable {
  // The memory is the caller's to synchronise, as on Apple's systems.

  /// The number of bytes.
  public let dataLength: Int
  @unsafe private let memory: UnsafeMutableRawPointer

  /// Creates a buffer whose bytes are 0.
  public init(length: Int) {
    precondition(length >= 0)
    dataLength = length
    unsafe memory = .allocate(byteCount: max(length, 16), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(length, 16))
  }

  /// Creates a buffer with these bytes.
  package convenience init(_ bytes: some Collection<UInt8>) {
    self.init(length: bytes.count)
    unsafe UnsafeMutableRawBufferPointer(start: memory, count: dataLength).copyBytes(from: bytes)
  }

  deinit { unsafe memory.deallocate() }

  /// A copy of the bytes.
  public func dataBytes() throws -> Data { unsafe Data(bytes: memory, count: dataLength) }

  /// Calls a closure with the bytes.
  public func withUnsafeMutableBytes<Result>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    precondition((0...dataLength).contains(offset), "the offset lies outside of the buffer")
    return try unsafe body(
      UnsafeMutableRawBufferPointer(start: memory + offset, count: dataLength - offset))
  }

  /// Whether a range of bytes lies in the buffer.
  fileprivate func contains(_ offset: Int, _ count: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= dataLength && count <= dataLength - offset
  }

  @unsafe fileprivate func pointer(at offset: Int) -> UnsafeMutableRawPointer {
    unsafe memory + offset
  }
}

/// Success.
public let kCMBlockBufferNoErr: OSStatus = 0
/// An offset lies outside of the buffer.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12_704
/// A length is too large.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12_705
/// Memory is allocated at once.
public let kCMBlockBufferAssureMemoryNowFlag: UInt32 = 1
/// Bits of requests for blocks.
public typealias CMBlockBufferFlags = UInt32

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes out of a buffer.
///
/// - Returns: `kCMBlockBufferNoErr`, or why not.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
  destination: UnsafeMutableRawPointer
) -> OSStatus {
  guard theSourceBuffer.contains(offsetToData, dataLength) else {
    return kCMBlockBufferBadLengthParameterErr
  }
  unsafe destination.copyMemory(
    from: theSourceBuffer.pointer(at: offsetToData), byteCount: dataLength)
  return kCMBlockBufferNoErr
}

/// Copies bytes into a buffer.
///
/// - Returns: `kCMBlockBufferNoErr`, or why not.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  guard destinationBuffer.contains(offsetIntoDestination, dataLength) else {
    return kCMBlockBufferBadLengthParameterErr
  }
  unsafe destinationBuffer.pointer(at: offsetIntoDestination).copyMemory(
    from: sourceBytes, byteCount: dataLength)
  return kCMBlockBufferNoErr
}

/// The address of a byte, and how many bytes follow it in memory: all.
///
/// - Returns: `kCMBlockBufferNoErr`, or why not.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int,
  lengthAtOffsetOut: UnsafeMutablePointer<Int>?, totalLengthOut: UnsafeMutablePointer<Int>?,
  dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  guard theBuffer.contains(offset, 0) else { return kCMBlockBufferBadOffsetParameterErr }
  unsafe lengthAtOffsetOut?.pointee = theBuffer.dataLength - offset
  unsafe totalLengthOut?.pointee = theBuffer.dataLength
  unsafe dataPointerOut?.pointee = theBuffer.pointer(at: offset)
    .assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Creates a buffer with a copy of a block; without a block its bytes are 0.
///
/// - Returns: `kCMBlockBufferNoErr`, or why not.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?,
  blockLength: Int, blockAllocator: CFAllocator?, customBlockSource: UnsafeRawPointer?,
  offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard offsetToData >= 0, dataLength >= 0, offsetToData <= blockLength,
    dataLength <= blockLength - offsetToData
  else { return kCMBlockBufferBadLengthParameterErr }
  let buffer = CMBlockBuffer(length: dataLength)
  if let block = unsafe memoryBlock {
    unsafe buffer.pointer(at: 0).copyMemory(from: block + offsetToData, byteCount: dataLength)
  }
  unsafe blockBufferOut.initialize(to: buffer)
  return kCMBlockBufferNoErr
}
