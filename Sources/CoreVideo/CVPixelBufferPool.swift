import Synchronization

/// Frames of one format, whose memory is used again.
public final class CVPixelBufferPool: Sendable {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let free = Mutex<[CVPixelBuffer]>([])

  package init(_ format: PixelFormat, width: Int, height: Int) {
    (self.format, self.width, self.height) = (format, width, height)
  }

  /// A frame that nobody else holds; its pixels are undefined.
  package func next() -> CVPixelBuffer {
    free.withLock { list in
      for index in list.indices where isKnownUniquelyReferenced(&list[index]) {
        return list[index]
      }
      let buffer = CVPixelBuffer(format, width: width, height: height)
      // More frames than these are not kept.
      if list.count < 16 { list.append(buffer) }
      return buffer
    }
  }
}

/// Creates a pool of frames with the format, width and height of attributes.
///
/// - Returns: `kCVReturnSuccess`, or why not.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?,
  _ pixelBufferAttributes: CFDictionary?, _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  unsafe poolOut.initialize(to: nil)
  func number(_ key: CFString) -> Int? {
    let value = pixelBufferAttributes?[key]
    // Sizes are often those of a CGSize.
    return value as? Int ?? (value as? NSNumber)?.intValue ?? (value as? OSType).map { Int($0) }
      ?? (value as? CGFloat).flatMap { Int(exactly: $0.rounded()) }
      ?? (value as? Int32).map { Int($0) }
  }
  guard let code = number(kCVPixelBufferPixelFormatTypeKey),
    let format = PixelFormat.of(OSType(truncatingIfNeeded: code))
  else { return kCVReturnInvalidPixelFormat }
  guard let width = number(kCVPixelBufferWidthKey), let height = number(kCVPixelBufferHeightKey),
    width > 0, height > 0
  else { return kCVReturnInvalidSize }
  unsafe poolOut.initialize(to: CVPixelBufferPool(format, width: width, height: height))
  return kCVReturnSuccess
}

/// A frame of a pool.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe pixelBufferOut.initialize(to: pixelBufferPool.next())
  return kCVReturnSuccess
}
