/// The result of a function; 0 is success.
public typealias CVReturn = Int32
/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// Not known why it failed.
public let kCVReturnError: CVReturn = -6_660
/// An argument has no possible value.
public let kCVReturnInvalidArgument: CVReturn = -6_661
/// The pixel format is not supported.
public let kCVReturnInvalidPixelFormat: CVReturn = -6_680
/// The size is not possible.
public let kCVReturnInvalidSize: CVReturn = -6_681

/// Bits of options.
public typealias CVOptionFlags = UInt64

/// How memory is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Creates flags from their bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The pixels are not changed.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// A frame in memory.
///
/// Rows run from the top. One thread at a time may change the pixels; Apple's locks are accepted and do
/// nothing, because the memory never moves.
@safe
public final class CVPixelBuffer: @unchecked Sendable {
  // The memory is the caller's to synchronise, as on Apple's systems.

  /// The layout.
  package let format: PixelFormat
  package let width: Int
  package let height: Int
  /// The planes in memory.
  package let planes: [Plane]
  @unsafe package let memory: UnsafeMutableRawPointer
  /// Releases the memory; `nil` frees it.
  private let release: (() -> Void)?
  var attachments: [String: Any] = [:]
  private let lock = NSLock()

  /// A plane in memory.
  package struct Plane {
    package let width: Int
    package let height: Int
    package let bytesPerRow: Int
    package let offset: Int
  }

  /// Allocates a frame of zeros; rows begin at multiples of 64 bytes.
  package init(_ format: PixelFormat, width: Int, height: Int) {
    (self.format, self.width, self.height) = (format, width, height)
    var end = 0
    planes = format.planes.map { plane in
      let columns = (width + plane.columns - 1) / plane.columns
      let rows = (height + plane.rows - 1) / plane.rows
      let bytes = (columns * plane.bytes + 63) / 64 * 64
      defer { end += bytes * rows }
      return Plane(width: columns, height: rows, bytesPerRow: bytes, offset: end)
    }
    unsafe memory = .allocate(byteCount: max(end, 64), alignment: 64)
    // Programs draw over parts of a new frame.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(end, 64))
    release = nil
  }

  /// Wraps memory of one plane.
  init(
    _ format: PixelFormat, width: Int, height: Int, memory: UnsafeMutableRawPointer,
    bytesPerRow: Int, release: @escaping () -> Void
  ) {
    (self.format, self.width, self.height, self.release) = (format, width, height, release)
    unsafe self.memory = memory
    let columns = format.planes[0].columns
    planes = [
      Plane(
        width: (width + columns - 1) / columns, height: height, bytesPerRow: bytesPerRow, offset: 0)
    ]
  }

  deinit {
    if let release { release() } else { unsafe memory.deallocate() }
  }

  func withAttachments<Result>(_ body: (inout [String: Any]) -> Result) -> Result {
    lock.withLock { body(&attachments) }
  }
}

extension CVPixelBuffer {
  /// Calls `body` with the bytes of a row of a plane.
  package func withRow(_ y: Int, plane: Int, _ body: (Span<UInt8>) -> Void) {
    let plane = planes[plane]
    precondition(y >= 0 && y < plane.height, "no such row")
    let start = unsafe memory + (plane.offset + y * plane.bytesPerRow)
    unsafe body(
      Span(
        _unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: rowSize(of: plane)))
  }

  /// Calls `body` with the bytes of a row of a plane, which it may change.
  package func withMutableRow(
    _ y: Int, plane: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let plane = planes[plane]
    precondition(y >= 0 && y < plane.height, "no such row")
    let start = unsafe memory + (plane.offset + y * plane.bytesPerRow)
    var span = unsafe MutableSpan(
      _unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: rowSize(of: plane))
    body(&span)
  }

  /// The bytes of a row without the padding of the last one, which memory of others may lack.
  private func rowSize(of plane: Plane) -> Int {
    let index = planes.firstIndex { $0.offset == plane.offset } ?? 0
    return min(plane.bytesPerRow, plane.width * format.planes[index].bytes)
  }
}

extension CVPixelBuffer: Hashable {
  /// Whether two names are of one frame.
  public static func == (a: CVPixelBuffer, b: CVPixelBuffer) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A frame in memory.
public typealias CVImageBuffer = CVPixelBuffer
/// A frame in memory.
public typealias CVBuffer = CVPixelBuffer

/// Allocates a frame.
///
/// - Returns: `kCVReturnSuccess`, or why not.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe pixelBufferOut.initialize(to: nil)
  guard let format = PixelFormat.of(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard (1...32_768).contains(width), (1...32_768).contains(height) else {
    return kCVReturnInvalidSize
  }
  unsafe pixelBufferOut.initialize(to: CVPixelBuffer(format, width: width, height: height))
  return kCVReturnSuccess
}

/// Wraps memory as a frame of packed pixels.
///
/// - Returns: `kCVReturnSuccess`, or why not.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: (@convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void)?,
  _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe pixelBufferOut.initialize(to: nil)
  guard let format = PixelFormat.of(pixelFormatType), format.planes.count == 1 else {
    return kCVReturnInvalidPixelFormat
  }
  let columns = (width + format.planes[0].columns - 1) / format.planes[0].columns
  guard width > 0, height > 0, bytesPerRow >= columns * format.planes[0].bytes else {
    return kCVReturnInvalidSize
  }
  unsafe pixelBufferOut.initialize(
    to: CVPixelBuffer(
      format, width: width, height: height, memory: baseAddress, bytesPerRow: bytesPerRow
    ) {
      unsafe releaseCallback?(releaseRefCon, baseAddress)
    })
  return kCVReturnSuccess
}

/// Locks the memory; it never moves, so nothing happens.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }
/// Unlocks the memory.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }
/// The columns.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
/// The rows.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
/// The layout.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format.code
}
/// The first byte of the first row.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.memory
}
/// The distance of two rows in bytes.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].bytesPerRow
}
/// The bytes of all rows.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
}
/// Whether the components lie in planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
  pixelBuffer.planes.count > 1
}
/// The number of planes; 0 for packed pixels.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.count > 1 ? pixelBuffer.planes.count : 0
}
/// The columns of a plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.planes[planeIndex].width
}
/// The rows of a plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.planes[planeIndex].height
}
/// The first byte of a plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.memory + pixelBuffer.planes[planeIndex].offset
}
/// The distance of two rows of a plane in bytes.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int { pixelBuffer.planes[planeIndex].bytesPerRow }
/// Fills what lies around the picture; there is nothing around it.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
  kCVReturnSuccess
}

/// Whether an attachment goes on to copies.
public enum CVAttachmentMode: UInt32, Sendable {
  /// It stays, or goes on.
  case shouldNotPropagate, shouldPropagate
}

/// Attaches a value to a frame.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) { buffer.withAttachments { $0[key] = value } }
/// A value that is attached to a frame.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? { buffer.withAttachments { $0[key] } }
/// A value that is attached to a frame.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> UnmanagedReference? { buffer.withAttachments { $0[key] }.map { UnmanagedReference($0) } }
/// Attaches values to a frame.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) { buffer.withAttachments { $0.merge(theAttachments) { _, new in new } } }
/// The values that are attached to a frame, whatever their mode; `nil` if there are none.
public func CVBufferCopyAttachments(
  _ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode
) -> CFDictionary? { buffer.withAttachments { $0.isEmpty ? nil : $0 } }
/// The values that are attached to a frame, whatever their mode; `nil` if there are none.
public func CVBufferGetAttachments(
  _ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode
) -> CFDictionary? { CVBufferCopyAttachments(buffer, attachmentMode) }
/// Whether a frame has an attachment.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.withAttachments { $0[key] != nil }
}
/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.withAttachments { $0 = [:] }
}
/// Removes an attachment.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.withAttachments { _ = $0.removeValue(forKey: key) }
}
/// Copies the attachments of a frame to another one.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  let values = sourceBuffer.withAttachments { $0 }
  destinationBuffer.withAttachments { $0.merge(values) { _, new in new } }
}
