/// Pixels of 16 bits a component in memory, for trying an effect without a pipeline.
public struct DeepImage: Sendable, Equatable {
  public let format: VideoFormat
  public private(set) var pixels: [DeepPixel]

  /// Makes an image of one row.
  public init(_ pixels: [DeepPixel]) {
    format = VideoFormat(width: pixels.count, height: 1, layout: .argb64)
    self.pixels = pixels
  }

  /// Runs `filter` over the image once.
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
