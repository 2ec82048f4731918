// Unsafe: Lends the memory of an array to a frame, for one call.

/// An image with 16 bits per component in memory, for testing an effect without a pipeline.
public struct DeepImage: Sendable, Equatable {
  /// The size and the layout of the image.
  public let format: VideoFormat
  /// The pixels, row by row from the top.
  public private(set) var pixels: [DeepPixel]

  /// Creates an image of one row in the layout ``PixelLayout/argb64``.
  public init(_ pixels: [DeepPixel]) {
    format = VideoFormat(width: pixels.count, height: 1, layout: .argb64)
    self.pixels = pixels
  }

  /// Applies `filter` to the image once, at time 0.
  public func filtered(by filter: some StatefulVideoFilter) throws(ElementError) -> DeepImage {
    var state = try filter.makeState(for: format)
    var copy = self
    let format = format
    var span = copy.pixels.mutableSpan
    unsafe try span.withUnsafeMutableBytes { bytes throws(ElementError) in
      guard let base = bytes.baseAddress else { return }
      var frame = unsafe VideoFrame(
        format: format, time: .zero, base: base,
        stride: format.width * MemoryLayout<DeepPixel>.stride)
      try filter.apply(to: &frame, state: &state)
    }
    return copy
  }
}
