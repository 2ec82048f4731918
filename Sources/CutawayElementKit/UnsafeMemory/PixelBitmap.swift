// Unsafe: The bitmap owns its memory, which nothing changes after the initialiser.

/// Pixels that a mixer draws besides the frames of its inputs.
@safe
package final class PixelBitmap: Sendable {
  /// The size, and the layout of packed pixels or the format of planes.
  package let format: MixerFormat
  /// The size in bytes.
  package let byteCount: Int
  /// What is not transparent; `nil` is all.
  private let runs: VisibleRuns?
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  /// The first byte of each plane, and the distance of two rows, in bytes.
  private let planes: [(start: Int, stride: Int)]

  /// Creates packed pixels, and calls `body` once to draw them.
  ///
  /// - Parameters:
  ///   - format: The size and the layout.
  ///   - runs: What is not transparent; `nil` is all.
  ///   - body: Draws the pixels.
  package init(
    _ format: VideoFormat, visible runs: VisibleRuns?, _ body: (inout VideoFrame) -> Void
  ) {
    precondition(format.width > 0 && format.height > 0, "an empty bitmap")
    self.format = .packed(format)
    self.runs = runs
    let stride = format.width * format.layout.bytesPerPixel
    byteCount = stride * format.height
    planes = Array(repeating: (0, stride), count: 3)
    unsafe base = Self.memory(byteCount)
    var frame = unsafe VideoFrame(format: format, time: .zero, base: base, stride: stride)
    body(&frame)
  }

  /// Creates planes of opaque pixels.
  ///
  /// - Parameters:
  ///   - pixels: Packed pixels, all of which are opaque.
  ///   - format: The format of the planes, with the size of the pixels.
  package init(_ pixels: PixelBitmap, as format: PlanarFormat) {
    guard case .packed(let packed) = pixels.format, packed.width == format.width,
      packed.height == format.height
    else { preconditionFailure("packed pixels of the same size become planes") }
    self.format = .planar(format)
    runs = nil
    var planes: [(start: Int, stride: Int)] = [], size = 0
    for plane in 0..<3 {
      planes.append((size, format.width(of: plane) * format.bitsPerSample / 8))
      size += planes[plane].stride * format.height(of: plane)
    }
    self.planes = planes
    byteCount = size
    unsafe base = Self.memory(size)
    if format.bitsPerSample == 8 {
      unsafe Self.draw(pixels, packed, onto: base, planes, format, as: UInt8.self)
    } else {
      unsafe Self.draw(pixels, packed, onto: base, planes, format, as: UInt16.self)
    }
  }

  deinit { unsafe base.deallocate() }

  @unsafe
  private static func memory(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return unsafe base
  }

  @unsafe
  private static func draw<Sample: PixelComponent>(
    _ pixels: PixelBitmap, _ packed: VideoFormat, onto base: UnsafeMutableRawPointer,
    _ planes: [(start: Int, stride: Int)], _ format: PlanarFormat, as type: Sample.Type
  ) {
    let top = unsafe FrameView(
      format: packed, base: UnsafeRawPointer(pixels.base), stride: pixels.planes[0].stride)
    var band = unsafe PlanarBand<Sample>(
      format: format, rows: 0..<format.height,
      bases: (base + planes[0].start, base + planes[1].start, base + planes[2].start),
      strides: (planes[0].stride, planes[1].stride, planes[2].stride))
    band.blend(packed: top, rows: 0..<format.height, origin: (0, 0), opacity: .max)
  }

  fileprivate var frame: MixerFrames.Frame {
    let start = unsafe UnsafeRawPointer(base)
    var frame = unsafe MixerFrames.Frame(
      format: format,
      bases: (start + planes[0].start, start + planes[1].start, start + planes[2].start),
      strides: (planes[0].stride, planes[1].stride, planes[2].stride))
    unsafe frame.runs = runs
    return unsafe frame
  }
}

extension MixerFrames {
  /// The frames of the inputs, followed by bitmaps, which must exist as long as the result.
  @_lifetime(borrow self)
  package borrowing func with(_ bitmaps: [PixelBitmap]) -> MixerFrames {
    let all = unsafe MixerFrames(frames + bitmaps.map { unsafe $0.frame })
    return unsafe _overrideLifetime(all, borrowing: self)
  }
}
