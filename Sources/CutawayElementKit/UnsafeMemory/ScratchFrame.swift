// Unsafe: The frame owns its memory, and lends checked parts of it.

/// A frame of packed pixels in its own memory, for intermediate results of a drawing.
@safe
public struct ScratchFrame: ~Copyable {
  /// The size and the layout of the frame.
  public let format: VideoFormat
  private let base: UnsafeMutableRawPointer

  /// Creates a frame of transparent black pixels.
  public init(_ format: VideoFormat) {
    self.format = format
    let size = max(1, format.width * format.height * format.layout.bytesPerPixel)
    unsafe base = .allocate(byteCount: size, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit { unsafe base.deallocate() }

  /// A writable view of the first `columns` columns of the first `rows` rows.
  @_lifetime(&self)
  public mutating func frame(rows: Int, columns: Int) -> VideoFrame {
    let frame = unsafe VideoFrame(
      format: part(rows, columns), time: .zero, base: base,
      stride: format.width * format.layout.bytesPerPixel)
    return unsafe _overrideLifetime(frame, mutating: &self)
  }

  /// A read-only view of the first `columns` columns of the first `rows` rows.
  @_lifetime(borrow self)
  public borrowing func view(rows: Int, columns: Int) -> FrameView {
    let view = unsafe FrameView(
      format: part(rows, columns), base: base, stride: format.width * format.layout.bytesPerPixel)
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  private func part(_ rows: Int, _ columns: Int) -> VideoFormat {
    precondition(rows <= format.height && columns <= format.width, "no such pixels")
    return VideoFormat(width: columns, height: rows, layout: format.layout)
  }
}
