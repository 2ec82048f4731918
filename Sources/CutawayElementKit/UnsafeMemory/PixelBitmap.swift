// Unsafe: The bitmap owns its memory, which nothing changes after the initialiser.

/// Packed pixels that a mixer draws besides the frames of its inputs.
@safe
package final class PixelBitmap: Sendable {
  /// The size and the layout.
  package let format: VideoFormat
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer

  /// The size in bytes.
  package var byteCount: Int { format.width * format.height * format.layout.bytesPerPixel }

  /// Creates a bitmap, and calls `body` once to draw it.
  package init(_ format: VideoFormat, _ body: (inout VideoFrame) -> Void) {
    precondition(format.width > 0 && format.height > 0, "an empty bitmap")
    self.format = format
    let stride = format.width * format.layout.bytesPerPixel
    unsafe base = .allocate(byteCount: stride * format.height, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * format.height)
    var frame = unsafe VideoFrame(format: format, time: .zero, base: base, stride: stride)
    body(&frame)
  }

  deinit { unsafe base.deallocate() }

  fileprivate var frame: MixerFrames.Frame {
    let start = unsafe UnsafeRawPointer(base)
    let stride = format.width * format.layout.bytesPerPixel
    return unsafe MixerFrames.Frame(
      format: .packed(format), bases: (start, start, start), strides: (stride, stride, stride))
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
