public import CutawayElementKit

/// Sharpens the picture with an unsharp mask.
///
/// The filter adds the difference between the picture and a blurred copy. With luma and chroma it
/// changes luma only.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! sharpen amount=1.5 ! \
///   videoconvert ! autovideosink
/// ```
public struct Sharpen: PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "sharpen"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Sharpens the picture with an unsharp mask"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe]
  /// All layouts.
  public static var layouts: [PixelLayout] { PixelLayout.allCases }

  /// The standard deviation of the Gaussian function that blurs the copy, in pixels.
  @Property(in: 0...1_000, "The standard deviation of the blurred copy, in pixels")
  public var radius = 1.0
  /// The factor of the differences; 0 changes nothing.
  @Property(in: 0...10, "The factor of the differences from the blurred copy")
  public var amount = 1.0
  /// What is subtracted from the size of each difference, in 0…1, so that noise is not amplified.
  @Property(in: 0...1, "The difference that is ignored, as a fraction of the full range")
  public var threshold = 0.0

  /// Creates a filter of medium strength.
  public init() {}

  /// The intermediate images.
  public struct State: Sendable {
    var blur: GaussianBlur
  }

  /// Allocates the intermediate images.
  public func makeState(for format: VideoFormat) -> State {
    State(blur: GaussianBlur(format, sigma: radius))
  }

  /// Allocates the intermediate planes.
  public func makeState(for format: PlanarFormat) -> State {
    State(blur: GaussianBlur(format, plane: 0, sigma: radius))
  }

  /// Without an amount, or without a radius, frames pass unchanged.
  public func isIdle(at time: Duration, state: inout State) -> Bool {
    amount == 0 || radius == 0 || threshold == 1
  }

  /// Sharpens a frame in place.
  public func apply(to frame: inout VideoFrame, state: inout State) {
    state.blur.set(sigma: radius)
    var amounts = SIMD4(repeating: Float(amount))
    amounts[frame.format.layout.alphaIndex] = 0
    if frame.format.layout.hasChroma {
      let places = frame.format.layout.order.indices
      (amounts[places.green], amounts[places.blue]) = (0, 0)
    }
    let factors = amounts, limit = Float(threshold)
    state.blur.run(on: &frame) { frame, row, y, isOpaque in
      row.sharpen(
        0, to: y, of: &frame, amounts: factors, threshold: limit, isOpaque: isOpaque)
    }
  }

  /// Sharpens luma in place.
  public func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout State) {
    state.blur.set(sigma: radius, frame.format, plane: 0)
    let factor = Float(amount), limit = Float(threshold)
    var luma = frame.plane(0)
    state.blur.run(on: &luma) { luma, row, y, _ in
      luma.sharpen(row, row: 0, to: y, amount: factor, threshold: limit)
    }
  }
}
