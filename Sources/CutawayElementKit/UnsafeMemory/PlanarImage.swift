// Unsafe: Lends the memory of an array to a band, for one call.

/// A planar frame in memory, for testing a mixer without a pipeline.
public struct PlanarImage: Sendable, Equatable {
  /// The size of the frame.
  public let format: PlanarFormat
  /// The planes of luma (Y) and chroma (U and V), each row by row from the top.
  public private(set) var planes: [[UInt8]]

  /// Creates a frame of one colour; the default is video-range black.
  public init(width: Int, height: Int, y: UInt8 = 16, u: UInt8 = 128, v: UInt8 = 128) {
    let format = PlanarFormat(width: width, height: height)
    self.format = format
    planes = [y, u, v].enumerated().map { plane, value in
      Array(repeating: value, count: format.width(of: plane) * format.height(of: plane))
    }
  }

  /// The byte at column `x` of row `y` of a plane: 0 is luma, 1 and 2 are chroma.
  public subscript(plane: Int, x: Int, y: Int) -> UInt8 {
    get { planes[plane][y * format.width(of: plane) + x] }
    set { planes[plane][y * format.width(of: plane) + x] = newValue }
  }

  /// The frame of a mixer's input.
  public enum Picture: Sendable {
    /// One plane for each component.
    case planar(PlanarImage)
    /// All components of a pixel side by side.
    case packed(Image)

    var format: MixerFormat {
      switch self {
      case .planar(let image): .planar(image.format)
      case .packed(let image): .packed(image.format)
      }
    }
  }

  /// The output of a mixer for pictures, the lowest first, drawn in `bands` bands.
  public static func mixed<Mixer: FrameMixer>(
    by mixer: Mixer, _ inputs: [(settings: Mixer.Input, picture: Picture?)], width: Int,
    height: Int, at time: FrameInstant = .zero, bands: Int = 1
  ) throws(ElementError) -> PlanarImage {
    var result = PlanarImage(width: width, height: height)
    var state = try mixer.makeState(for: result.format)
    let described = inputs.map { input in
      MixerInput(settings: input.settings, format: input.picture?.format)
    }
    switch try mixer.plan(at: time, inputs: described, state: &state) {
    case .handOn(let index):
      guard case .planar(let image)? = inputs[index].picture else {
        throw ElementError("\(Mixer.name) cannot pass on a missing frame")
      }
      return image
    case .draw(let plan):
      unsafe withFrames(inputs.map(\.picture), []) { frames in
        unsafe result.draw(Mixer.self, frames, plan, bands: bands)
      }
      return result
    }
  }

  /// Lends the memory of the pictures, one after the other.
  private static func withFrames(
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
            let strides = (image.format.width, image.format.width(of: 1), image.format.width(of: 2))
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
          strides: (image.format.width * MemoryLayout<Pixel>.stride, 0, 0))
        unsafe withFrames(pictures, frames + [frame], body)
      }
    }
  }

  private mutating func draw<Mixer: FrameMixer>(
    _: Mixer.Type, _ frames: [MixerFrames.Frame?], _ plan: Mixer.Plan, bands: Int
  ) {
    let format = format
    var (luma, blue, red) = (planes[0], planes[1], planes[2])
    unsafe luma.withUnsafeMutableBytes { y in
      unsafe blue.withUnsafeMutableBytes { u in
        unsafe red.withUnsafeMutableBytes { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          for rows in format.bands(bands) {
            var band = unsafe PlanarBand(
              format: format, rows: rows, bases: (y, u, v),
              strides: (format.width, format.width(of: 1), format.width(of: 2)))
            unsafe Mixer.render(MixerFrames(frames), into: &band, plan: plan)
          }
        }
      }
    }
    planes = [luma, blue, red]
  }
}
