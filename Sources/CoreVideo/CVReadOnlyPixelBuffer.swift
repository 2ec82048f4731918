/// A value around a `CVPixelBuffer`: ``CVReadOnlyPixelBuffer`` or ``CVMutablePixelBuffer``.
public protocol CVPixelBufferRepresentable: ~Copyable {
  /// Calls a closure with the frame.
  func withUnsafeBuffer<R>(_ body: (CVPixelBuffer) throws -> sending R) rethrows -> sending R
}

extension CVPixelBufferRepresentable where Self: ~Copyable {
  /// The size in pixels.
  public var size: CVImageSize {
    withUnsafeBuffer { CVImageSize(width: $0.width, height: $0.height) }
  }
  /// The pixel format.
  public var pixelFormatType: CVPixelFormatType {
    withUnsafeBuffer { CVPixelFormatType(rawValue: $0.format.code) }
  }
  /// Whether the components lie in planes.
  public var isPlanar: Bool { withUnsafeBuffer { $0.planes.count > 1 } }
  /// The number of planes; 1 for packed pixels.
  public var planeCount: Int { withUnsafeBuffer { $0.planes.count } }
  /// The layouts of the planes; packed pixels are one.
  public var planeProperties: [CVPixelBufferPlaneProperties] {
    withUnsafeBuffer { $0.planes.map(\.properties) }
  }
  /// The pixels around the picture: none.
  public var extendedPixels: CVPixelBufferPadding { .zero }
  /// Attributes that create such a frame.
  public var creationAttributes: CVPixelBufferCreationAttributes {
    CVPixelBufferCreationAttributes(pixelFormatType: pixelFormatType, size: size)
  }

  /// Calls a closure with the bytes of all planes.
  public func accessUnsafeRawPlaneBytes<R>(
    _ block: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeRawBufferPointer)]) throws ->
      sending R
  ) rethrows -> sending R {
    try withUnsafeBuffer { buffer in
      try unsafe block(
        buffer.planes.map { plane in
          unsafe (
            plane.properties,
            UnsafeRawBufferPointer(
              start: buffer.memory + plane.offset, count: plane.bytesPerRow * plane.height)
          )
        })
    }
  }
}

extension CVPixelBuffer.Plane {
  fileprivate var properties: CVPixelBufferPlaneProperties {
    CVPixelBufferPlaneProperties(
      size: CVImageSize(width: width, height: height), bytesPerRow: bytesPerRow)
  }
}

/// A frame whose pixels do not change.
public final class CVReadOnlyPixelBuffer: CVPixelBufferRepresentable, Sendable {
  private let buffer: CVPixelBuffer

  /// Creates a value of a frame that nobody changes from now on.
  public init(_ mutablePixelBuffer: consuming CVMutablePixelBuffer) {
    buffer = mutablePixelBuffer.withUnsafeBuffer { $0 }
  }

  /// Creates a value of a frame that nobody changes from now on.
  public init(unsafeBuffer: sending CVPixelBuffer) { buffer = unsafeBuffer }

  /// Calls a closure with the frame, whose pixels it must not change.
  public func withUnsafeBuffer<R>(
    _ body: (CVPixelBuffer) throws -> sending R
  ) rethrows -> sending R { try body(buffer) }
}

/// A frame that has one owner, who may change it.
public struct CVMutablePixelBuffer: ~Copyable, CVPixelBufferRepresentable, Sendable {
  private let buffer: CVPixelBuffer

  /// Creates a frame whose bytes are 0.
  ///
  /// - Throws: ``CVError`` if no frame has these attributes.
  public init(_ attributes: CVPixelBufferCreationAttributes) throws {
    buffer = CVPixelBuffer(
      try attributes.format, width: attributes.size.width, height: attributes.size.height)
  }

  /// Creates a value of a frame that has no other owner.
  public init(unsafeBuffer: sending CVPixelBuffer) { buffer = unsafeBuffer }

  /// Calls a closure with the frame.
  public func withUnsafeBuffer<R>(
    _ body: (CVPixelBuffer) throws -> sending R
  ) rethrows -> sending R { try body(buffer) }

  /// Calls a closure with the bytes of all planes.
  public mutating func accessUnsafeMutableRawPlaneBytes<R>(
    _ block: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeMutableRawBufferPointer)])
      throws -> sending R
  ) rethrows -> sending R {
    try unsafe block(
      buffer.planes.map { plane in
        unsafe (
          plane.properties,
          UnsafeMutableRawBufferPointer(
            start: buffer.memory + plane.offset, count: plane.bytesPerRow * plane.height)
        )
      })
  }

  /// Fills the pixels around the picture; there are none.
  @discardableResult
  public mutating func fillExtendedPixels() -> Bool { true }

  /// Frames of one format, whose memory is used again.
  public final class Pool: Sendable {
    /// The format and the size of the frames.
    public let pixelBufferAttributes: CVPixelBufferCreationAttributes
    private let pool: CVPixelBufferPool

    /// Creates a pool.
    ///
    /// - Throws: ``CVError`` if no frame has these attributes.
    public init(pixelBufferAttributes: CVPixelBufferCreationAttributes) throws {
      self.pixelBufferAttributes = pixelBufferAttributes
      pool = CVPixelBufferPool(
        try pixelBufferAttributes.format, width: pixelBufferAttributes.size.width,
        height: pixelBufferAttributes.size.height)
    }

    /// Creates a pool of the frames of another.
    public init(unsafePool: sending CVPixelBufferPool) {
      pool = unsafePool
      pixelBufferAttributes = CVPixelBufferCreationAttributes(
        pixelFormatType: CVPixelFormatType(rawValue: unsafePool.format.code),
        size: CVImageSize(width: unsafePool.width, height: unsafePool.height))
    }

    /// A frame that nobody else holds; its pixels are undefined.
    public func makeMutablePixelBuffer() throws -> CVMutablePixelBuffer {
      CVMutablePixelBuffer(unsafeBuffer: pool.next())
    }
  }
}
