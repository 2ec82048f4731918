import CCutawayCairo

extension Canvas {
  /// The image as the bytes of a PNG file; `nil` if there is no memory.
  public var png: [UInt8]? {
    let bytes = ByteCollector()
    let status = withExtendedLifetime(bytes) {
      cairo_surface_write_to_png_stream(
        surface,
        { collector, data, count in
          guard let collector, let data else { return CAIRO_STATUS_WRITE_ERROR }
          Unmanaged<ByteCollector>.fromOpaque(collector).takeUnretainedValue().bytes
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(bytes).toOpaque())
    }
    return status == CAIRO_STATUS_SUCCESS ? bytes.bytes : nil
  }
}

/// Bytes that Cairo writes.
private final class ByteCollector {
  var bytes: [UInt8] = []
}
