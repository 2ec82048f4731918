/// Pixels in memory, for trying an effect without a pipeline.
public struct Image: Sendable, Equatable {
  public let format: VideoFormat
  public private(set) var pixels: [Pixel]

  public init(width: Int, height: Int, layout: PixelLayout = .bgra, filledWith pixel: Pixel) {
    format = VideoFormat(width: width, height: height, layout: layout)
    pixels = Array(repeating: pixel, count: width * height)
  }

  public subscript(x: Int, y: Int) -> Pixel {
    get { pixels[y * format.width + x] }
    set { pixels[y * format.width + x] = newValue }
  }

  /// Runs `filter` over the image once.
  public func filtered(by filter: some StatefulVideoFilter) throws(ElementError) -> Image {
    var state = try filter.makeState(for: format)
    var copy = self
    try copy.apply(filter, state: &state)
    return copy
  }

  /// Runs `filter` over the image, keeping `state` for the next one.
  public mutating func apply<Filter: StatefulVideoFilter>(
    _ filter: Filter, state: inout Filter.State, at time: Duration = .zero
  ) throws(ElementError) {
    let format = format
    var span = pixels.mutableSpan
    unsafe try span.withUnsafeMutableBytes { bytes throws(ElementError) in
      guard let base = bytes.baseAddress else { return }
      var frame = unsafe VideoFrame(
        format: format, time: time, base: base, stride: format.width * MemoryLayout<Pixel>.stride)
      try filter.apply(to: &frame, state: &state)
    }
  }

  /// Runs `renderer` over the image once, in `bands` bands.
  public func rendered<Renderer: FrameRenderer>(
    by renderer: Renderer, width: Int, height: Int, at time: Duration = .zero, bands: Int = 1
  ) throws(ElementError) -> Image {
    var result = Image(width: width, height: height, layout: format.layout, filledWith: Pixel())
    var state = try renderer.makeState(from: format, to: result.format)
    guard let plan = try renderer.plan(at: time, state: &state) else { return self }
    let format = format, output = result.format
    unsafe pixels.span.withUnsafeBytes { source in
      var span = result.pixels.mutableSpan
      unsafe span.withUnsafeMutableBytes { target in
        guard let input = source.baseAddress, let base = target.baseAddress else { return }
        let view = unsafe FrameView(format: format, base: input, stride: format.width * 4)
        for rows in output.bands(bands) {
          var band = unsafe VideoFrame(
            format: VideoFormat(width: width, height: rows.count, layout: output.layout),
            time: time, base: base + rows.lowerBound * width * 4, stride: width * 4)
          Renderer.render(view, into: &band, firstRow: rows.lowerBound, plan: plan)
        }
      }
    }
    return result
  }
}

extension VideoFormat {
  /// The rows in `count` bands of about the same height, without empty ones.
  public func bands(_ count: Int) -> [Range<Int>] {
    (0..<count).map { height * $0 / count..<height * ($0 + 1) / count }.filter { !$0.isEmpty }
  }
}
