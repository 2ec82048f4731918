public import CutawayElementKit

/// Blurs the picture with a Gaussian filter.
///
/// Colours count in proportion to their alpha. Pixels beyond an edge repeat the pixel at the edge.
/// Planes are filtered one by one, with the same deviation on the screen.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! blur sigma=12 ! \
///   videoconvert ! autovideosink
/// ```
public struct Blur: PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "blur"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Blurs the picture with a Gaussian filter"
  /// What is known about its frames.
  public static let traits: ElementTraits = [.stateless, .keepsPace, .safe]
  /// All layouts.
  public static var layouts: [PixelLayout] { PixelLayout.allCases }

  /// The standard deviation of the Gaussian function, in pixels; 0 changes nothing.
  @Property(in: 0...1_000, "The standard deviation of the Gaussian function, in pixels")
  public var sigma = 2.0

  /// Creates a slight blur.
  public init() {}

  /// The intermediate images.
  public struct State: Sendable {
    /// The filter of packed pixels or of luma, and that of chroma.
    var blurs: [GaussianBlur]
  }

  /// Allocates the intermediate images.
  public func makeState(for format: VideoFormat) -> State {
    State(blurs: [GaussianBlur(format, sigma: sigma)])
  }

  /// Allocates the intermediate planes.
  public func makeState(for format: PlanarFormat) -> State {
    State(blurs: (0...1).map { GaussianBlur(format, plane: $0, sigma: sigma) })
  }

  /// Without a deviation, frames pass unchanged.
  public func isIdle(at time: Duration, state: inout State) -> Bool { sigma == 0 }

  /// Blurs a frame in place.
  public func apply(to frame: inout VideoFrame, state: inout State) {
    state.blurs[0].set(sigma: sigma)
    state.blurs[0].run(on: &frame) { frame, row, y, isOpaque in
      row.store(0, to: y, of: &frame, isOpaque: isOpaque)
    }
  }

  /// Blurs a planar frame in place.
  public func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout State) {
    for plane in 0...2 {
      let blur = min(plane, 1)
      state.blurs[blur].set(sigma: sigma, frame.format, plane: plane)
      var samples = frame.plane(plane)
      state.blurs[blur].run(on: &samples) { samples, row, y, _ in
        samples.store(row, row: 0, to: y)
      }
    }
  }
}
