// Unsafe: Lends the memory of an array to a band, for one call.

/// A planar frame in memory, for testing a mixer without a pipeline.
public struct PlanarPixelImage<Sample: PixelComponent>: Sendable, Equatable {
  /// The format of the frame.
  public let format: PlanarFormat
  /// The planes of luma (Y) and chroma (U and V), each row by row from the top.
  public private(set) var planes: [[Sample]]

  /// Creates a frame of video-range black, whose samples have the size of `Sample`.
  public init(_ format: PlanarFormat) {
    precondition(format.bitsPerSample == Sample.bitWidth, "the samples have another size")
    self.format = format
    planes = (0..<3).map { plane in
      Array(
        repeating: Sample(format.black(of: plane)),
        count: format.width(of: plane) * format.height(of: plane))
    }
  }

  /// The sample at column `x` of row `y` of a plane: 0 is luma, 1 and 2 are chroma.
  public subscript(plane: Int, x: Int, y: Int) -> Sample {
    get { planes[plane][y * format.width(of: plane) + x] }
    set { planes[plane][y * format.width(of: plane) + x] = newValue }
  }

  /// The frame of a mixer's input.
  public enum Picture: Sendable {
    /// One plane for each component.
    case planar(PlanarPixelImage)
    /// All components of a pixel side by side.
    case packed(PixelImage<Sample>)

    var format: MixerFormat {
      switch self {
      case .planar(let image): .planar(image.format)
      case .packed(let image): .packed(image.format)
      }
    }
  }

  /// The output of a mixer for pictures, the lowest first, drawn in `bands` bands.
  public static func mixed<Mixer: FrameMixer>(
    by mixer: Mixer, _ inputs: [(settings: Mixer.Input, picture: Picture?)],
    in format: PlanarFormat, at time: FrameInstant = .zero, bands: Int = 1
  ) throws(ElementError) -> PlanarPixelImage {
    var result = PlanarPixelImage(format)
    switch try mixer.plan(inputs, in: .planar(format), at: time) {
    case .handOn(let index):
      guard case .planar(let image)? = inputs[index].picture else {
        throw ElementError("\(Mixer.name) cannot pass on a missing frame")
      }
      return image
    case .draw(let plan):
      unsafe withFrames(inputs.map(\.picture), []) { frames in
        unsafe result.draw(Mixer.self, frames, plan, bands: bands)
      }
    case .nothing: break
    }
    return result
  }

  /// Lends the memory of the pictures, one after the other.
  fileprivate static func withFrames(
    _ pictures: [Picture?], _ frames: [MixerFrames.Frame?], _ body: ([MixerFrames.Frame?]) -> Void
  ) {
    guard unsafe frames.count < pictures.count else {
      unsafe body(frames)
      return
    }
    switch unsafe pictures[frames.count] {
    case nil: unsafe withFrames(pictures, frames + [nil], body)
    case .planar(let image)?:
      unsafe image.planes[0].withUnsafeBytes { y in
        unsafe image.planes[1].withUnsafeBytes { u in
          unsafe image.planes[2].withUnsafeBytes { v in
            guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else {
              return
            }
            let strides = image.strides
            let frame = unsafe MixerFrames.Frame(
              format: .planar(image.format), bases: (y, u, v), strides: strides)
            unsafe withFrames(pictures, frames + [frame], body)
          }
        }
      }
    case .packed(let image)?:
      unsafe image.pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let frame = unsafe MixerFrames.Frame(
          format: .packed(image.format), bases: (base, base, base),
          strides: (image.format.width * image.format.layout.bytesPerPixel, 0, 0))
        unsafe withFrames(pictures, frames + [frame], body)
      }
    }
  }

  private mutating func draw<Mixer: FrameMixer>(
    _: Mixer.Type, _ frames: [MixerFrames.Frame?], _ plan: Mixer.Plan, bands: Int
  ) {
    let format = format, strides = strides
    var (luma, blue, red) = (planes[0], planes[1], planes[2])
    unsafe luma.withUnsafeMutableBytes { y in
      unsafe blue.withUnsafeMutableBytes { u in
        unsafe red.withUnsafeMutableBytes { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          for rows in format.bands(bands) {
            var band = unsafe PlanarBand<Sample>(
              format: format, rows: rows, bases: (y, u, v), strides: strides)
            unsafe Mixer.render(MixerFrames(frames), into: &band, plan: plan)
          }
        }
      }
    }
    planes = [luma, blue, red]
  }

  /// The distances of two rows, in bytes.
  private var strides: (Int, Int, Int) {
    let size = MemoryLayout<Sample>.size
    return (format.width * size, format.width(of: 1) * size, format.width(of: 2) * size)
  }
}

extension PlanarPixelImage {
  /// Lends the frame, whose samples have the meaning of `coding`, to `body`.
  fileprivate mutating func withFrame(
    _ coding: LumaCoding, _ time: Duration, _ bands: Int,
    _ body: (inout PlanarFrame<Sample>) throws(ElementError) -> Void
  ) throws(ElementError) {
    let format = format, strides = strides
    var (luma, blue, red) = (planes[0], planes[1], planes[2])
    var y = luma.mutableSpan, u = blue.mutableSpan, v = red.mutableSpan
    unsafe try y.withUnsafeMutableBytes { y throws(ElementError) in
      unsafe try u.withUnsafeMutableBytes { u throws(ElementError) in
        unsafe try v.withUnsafeMutableBytes { v throws(ElementError) in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          for rows in format.bands(bands) {
            var frame = unsafe PlanarFrame<Sample>(
              format: format, coding: coding, time: time, bases: (y, u, v), strides: strides,
              rows: rows)
            try body(&frame)
          }
        }
      }
    }
    planes = [luma, blue, red]
  }
}

extension PlanarPixelImage<UInt8> {
  /// Applies `filter` to the frame once, in `bands` bands.
  ///
  /// The result must not depend on the number of bands if the filter is ``ElementTraits/pointwise``. Others need one.
  public func filtered(
    by filter: some PlanarVideoFilter, coding: LumaCoding = .bt709, at time: Duration = .zero,
    bands: Int = 1
  ) throws(ElementError) -> Self {
    var state = try filter.makeState(for: format)
    return try filtered(
      by: filter, state: &state, coding: coding, at: time, bands: bands)
  }

  /// Applies `filter` to the frame, in `bands` bands, and keeps `state` for the next one.
  public func filtered<Filter: PlanarVideoFilter>(
    by filter: Filter, state: inout Filter.State, coding: LumaCoding = .bt709,
    at time: Duration = .zero, bands: Int = 1
  ) throws(ElementError) -> Self {
    var copy = self
    try copy.withFrame(coding, time, bands) { frame throws(ElementError) in
      try filter.apply(to: &frame, state: &state)
    }
    return copy
  }
}

extension PlanarPixelImage<UInt16> {
  /// Applies `filter` to the frame once, in `bands` bands.
  ///
  /// The result must not depend on the number of bands if the filter is ``ElementTraits/pointwise``. Others need one.
  public func filtered(
    by filter: some PlanarVideoFilter, coding: LumaCoding = .bt709, at time: Duration = .zero,
    bands: Int = 1
  ) throws(ElementError) -> Self {
    var state = try filter.makeState(for: format), copy = self
    try copy.withFrame(coding, time, bands) { frame throws(ElementError) in
      try filter.apply(to: &frame, state: &state)
    }
    return copy
  }
}

/// A planar frame with 8 bits per sample.
public typealias PlanarImage = PlanarPixelImage<UInt8>

/// A planar frame with more than 8 bits per sample.
public typealias DeepPlanarImage = PlanarPixelImage<UInt16>

extension PlanarPixelImage<UInt8> {
  /// Creates a frame of one colour in 4:2:0; the default is video-range black.
  public init(width: Int, height: Int, y: UInt8 = 16, u: UInt8 = 128, v: UInt8 = 128) {
    self.init(PlanarFormat(width: width, height: height))
    planes = zip(planes, [y, u, v]).map { plane, value in
      Array(repeating: value, count: plane.count)
    }
  }
}

extension PixelImage {
  /// The output of a mixer with alpha for pictures, the lowest first, drawn in `bands` bands.
  public static func mixed<Mixer: FrameMixer>(
    by mixer: Mixer, _ inputs: [(settings: Mixer.Input, picture: PixelImage?)],
    in format: VideoFormat, at time: FrameInstant = .zero, bands: Int = 1
  ) throws(ElementError) -> PixelImage {
    var pixels = Array(repeating: SIMD4<Component>(), count: format.width * format.height)
    let pictures = inputs.map { input in
      (
        settings: input.settings,
        picture: input.picture.map { PlanarPixelImage<Component>.Picture.packed($0) }
      )
    }
    switch try mixer.plan(pictures, in: .packed(format), at: time) {
    case .handOn(let index):
      guard let image = inputs[index].picture else {
        throw ElementError("\(Mixer.name) cannot pass on a missing frame")
      }
      return image
    case .draw(let plan):
      unsafe PlanarPixelImage<Component>.withFrames(pictures.map(\.picture), []) { frames in
        unsafe pixels.withUnsafeMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          for rows in format.bands(bands) {
            var band = unsafe PackedBand<Component>(
              format: format, rows: rows, base: base,
              stride: format.width * format.layout.bytesPerPixel)
            unsafe Mixer.render(MixerFrames(frames), into: &band, plan: plan)
          }
        }
      }
    case .nothing: break
    }
    return PixelImage(
      width: format.width, height: format.height, layout: format.layout, pixels: pixels)
  }
}

extension FrameMixer {
  /// The plan for pictures, in a new stream.
  fileprivate func plan<Sample>(
    _ inputs: [(settings: Input, picture: PlanarPixelImage<Sample>.Picture?)],
    in format: MixerFormat, at time: FrameInstant
  ) throws(ElementError) -> MixerPlan<Plan> {
    var state = try makeState(for: format)
    let described = inputs.map { input in
      MixerInput(settings: input.settings, format: input.picture?.format)
    }
    return try plan(at: time, inputs: described, state: &state)
  }
}
