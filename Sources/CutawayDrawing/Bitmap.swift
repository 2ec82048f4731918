/// A canvas in memory of the caller, or in its own memory, which it allocates when somebody asks for it.
public final class Bitmap {
  /// The canvas for the next drawing.
  public private(set) var canvas: Canvas
  private let layout: PixelMemoryLayout
  private let bytesPerRow: Int
  private var memory: UnsafeMutableRawPointer?
  private var isOwn = false

  /// Creates a bitmap; `nil` if rows overlap, or if a side is not 1…32,767 pixels.
  ///
  /// - Parameters:
  ///   - memory: The first byte of the upper row, which must outlive the bitmap; `nil` for its own.
  ///   - layout: How a pixel lies in memory.
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The distance of two rows.
  public init?(
    memory: UnsafeMutableRawPointer?, _ layout: PixelMemoryLayout, width: Int, height: Int,
    bytesPerRow: Int
  ) {
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      bytesPerRow >= width * layout.bytesPerPixel, let canvas = Canvas(width: width, height: height)
    else { return nil }
    (self.layout, self.bytesPerRow, self.canvas, self.memory) = (
      layout, bytesPerRow, canvas, memory
    )
    if let memory {
      use(memory)
    } else if layout.isOpaque {
      // Its pixels are black, not transparent.
      allocate()
    }
  }

  deinit { if isOwn { memory?.deallocate() } }

  /// The memory of the pixels, from the upper row; it lives as long as the bitmap.
  public var contents: UnsafeMutableRawPointer {
    memory ?? allocate()
  }

  @discardableResult
  private func allocate() -> UnsafeMutableRawPointer {
    let own = UnsafeMutableRawPointer.allocate(
      byteCount: bytesPerRow * canvas.height, alignment: 64)
    own.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * canvas.height)
    (memory, isOwn) = (own, true)
    let before = canvas
    use(own)
    canvas.copy(before)
    return own
  }

  private func use(_ memory: UnsafeMutableRawPointer) {
    // The size has been checked.
    canvas =
      Canvas(
        memory: memory, layout, width: canvas.width, height: canvas.height,
        bytesPerRow: bytesPerRow) ?? canvas
  }
}
