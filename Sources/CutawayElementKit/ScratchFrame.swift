/// A frame of packed pixels in memory of its own, for what lies between two steps of a drawing.
@safe
public struct ScratchFrame: ~Copyable {
  public let format: VideoFormat
  private let base: UnsafeMutableRawPointer

  /// A frame of transparent black.
  public init(_ format: VideoFormat) {
    self.format = format
    let size = max(1, format.width * format.height * MemoryLayout<Pixel>.stride)
    unsafe base = .allocate(byteCount: size, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit { unsafe base.deallocate() }

  /// The first columns of the first rows, to be written.
  @_lifetime(&self)
  public mutating func frame(rows: Int, columns: Int) -> VideoFrame {
    let frame = unsafe VideoFrame(
      format: part(rows, columns), time: .zero, base: base,
      stride: format.width * MemoryLayout<Pixel>.stride)
    return unsafe _overrideLifetime(frame, mutating: &self)
  }

  /// The first columns of the first rows, to be read.
  @_lifetime(borrow self)
  public borrowing func view(rows: Int, columns: Int) -> FrameView {
    let view = unsafe FrameView(
      format: part(rows, columns), base: base, stride: format.width * MemoryLayout<Pixel>.stride)
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  private func part(_ rows: Int, _ columns: Int) -> VideoFormat {
    precondition(rows <= format.height && columns <= format.width, "no such pixels")
    return VideoFormat(width: columns, height: rows, layout: format.layout)
  }
}
