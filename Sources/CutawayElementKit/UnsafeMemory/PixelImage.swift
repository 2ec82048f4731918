// Unsafe: Lends the memory of an array to a frame, for one call.

/// An image in memory, for testing an effect without a pipeline.
public struct PixelImage<Component: PixelComponent>: Sendable, Equatable {
  /// The size and the layout of the image.
  public let format: VideoFormat
  /// The pixels, row by row from the top.
  public private(set) var pixels: [SIMD4<Component>]

  /// Creates an image from pixels, row by row from the top; their number is `width` × `height`.
  public init(width: Int, height: Int, layout: PixelLayout, pixels: [SIMD4<Component>]) {
    precondition(layout.bitsPerComponent == Component.bitWidth, "another size of components")
    precondition(pixels.count == width * height, "another number of pixels")
    format = VideoFormat(width: width, height: height, layout: layout)
    self.pixels = pixels
  }

  /// The pixel at column `x` of row `y`, counted from the top left.
  public subscript(x: Int, y: Int) -> SIMD4<Component> {
    get { pixels[y * format.width + x] }
    set { pixels[y * format.width + x] = newValue }
  }

  /// Applies `filter` to the image once, at time 0, in `bands` bands.
  ///
  /// The result must not depend on the number of bands if the filter is ``ElementTraits/pointwise``. Others need one.
  public func filtered(
    by filter: some StatefulVideoFilter, bands: Int = 1
  ) throws(ElementError) -> Self {
    var state = try filter.makeState(for: format)
    var copy = self
    try copy.apply(filter, state: &state, bands: bands)
    return copy
  }

  /// Applies `filter` to the image, in `bands` bands, and keeps `state` for the next one.
  public mutating func apply<Filter: StatefulVideoFilter>(
    _ filter: Filter, state: inout Filter.State, at time: Duration = .zero, bands: Int = 1
  ) throws(ElementError) {
    let format = format
    var span = pixels.mutableSpan
    unsafe try span.withUnsafeMutableBytes { bytes throws(ElementError) in
      guard let base = bytes.baseAddress else { return }
      for rows in format.bands(bands) {
        var frame = unsafe VideoFrame(
          format: format, time: time, base: base,
          stride: format.width * MemoryLayout<SIMD4<Component>>.stride, rows: rows)
        try filter.apply(to: &frame, state: &state)
      }
    }
  }
}

/// An image with 8 bits per component.
public typealias Image = PixelImage<UInt8>

/// An image with 16 bits per component.
public typealias DeepImage = PixelImage<UInt16>

extension PixelImage<UInt16> {
  /// Creates an image of one row in the layout ``PixelLayout/argb64``.
  public init(_ pixels: [DeepPixel]) {
    self.init(width: pixels.count, height: 1, layout: .argb64, pixels: pixels)
  }
}

extension PixelImage<UInt8> {
  /// Creates an image whose pixels are all equal; the size is in pixels.
  public init(width: Int, height: Int, layout: PixelLayout = .bgra, filledWith pixel: Pixel) {
    self.init(
      width: width, height: height, layout: layout,
      pixels: Array(repeating: pixel, count: width * height))
  }

  /// Renders the image once with `renderer`, in `bands` bands.
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
  /// Divides the rows into `count` bands of about the same height, and omits empty ones.
  public func bands(_ count: Int) -> [Range<Int>] {
    (0..<count).map { height * $0 / count..<height * ($0 + 1) / count }.filter { !$0.isEmpty }
  }
}
