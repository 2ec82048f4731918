public import CutawayGraph

/// A transition from one picture to another, described by the weight of the incoming picture at
/// each point.
///
/// It becomes a mixer element: the pad `sink_0` is the outgoing picture, `sink_1` the incoming one.
/// The property `keyframes`, which all mixers have, moves ``TransitionMixer/progress``:
///
/// ```sh
/// gst-launch-1.0 wipetransition name=t keyframes="progress{1..3=0>1@easeInOut}" ! \
///   videoconvert ! autovideosink videotestsrc ! t.sink_0 videotestsrc pattern=ball ! t.sink_1
/// ```
///
/// At progress 0 and 1, and while only one of the pictures exists, a frame passes unchanged.
/// Pictures are converted to the size and the format of the output first.
public protocol Transition: TransitionMixer
where State == TransitionState, Plan == TransitionPlan<Mask> {
  /// The weights of a frame.
  associatedtype Mask: TransitionMask

  /// The weights of the incoming picture, for the current settings.
  ///
  /// - Parameters:
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  /// - Returns: The mask.
  /// - Throws: ``ElementError`` if the settings are invalid, which stops the stream.
  func mask(width: Int, height: Int) throws(ElementError) -> Mask
}

extension Transition {
  /// It keeps pace, and a frame depends on both pictures at its time alone.
  public static var traits: ElementTraits { [.stateless, .keepsPace] }
}

/// The weights of the incoming picture of a transition.
public protocol TransitionMask: Sendable {
  /// The weights at eight points of a row: 0 shows the outgoing picture, 1 the incoming one.
  ///
  /// Weights outside of 0…1 are clamped. `x` goes from 0 at the left edge to 1 at the right one, `y`
  /// from 0 at the top to 1 at the bottom.
  func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float>

  /// The weight of all points of a row between two positions; `nil` if it may vary.
  ///
  /// The default is `nil`. Where only one picture is visible, its samples are copied.
  func weight(from left: Float, to right: Float, y: Float) -> Float?
}

extension TransitionMask {
  /// The default: the weight may vary.
  @inlinable
  public func weight(from left: Float, to right: Float, y: Float) -> Float? { nil }
}

/// The drawing of a transition's frame.
public struct TransitionPlan<Mask: TransitionMask>: Sendable {
  @usableFromInline let mask: Mask
  @usableFromInline let rows: ScratchPool<WeightRow>

  @inlinable
  init(mask: Mask, rows: ScratchPool<WeightRow>) {
    self.mask = mask
    self.rows = rows
  }
}

/// The data that a transition keeps from frame to frame.
public struct TransitionState: Sendable {
  /// The format of the output.
  public let output: MixerFormat
  @usableFromInline let rows = ScratchPool<WeightRow>()

  /// Creates the state for an output.
  public init(output: MixerFormat) { self.output = output }
}

extension Transition {
  /// The state is the format of the output, and memory for weights.
  public func makeState(for output: MixerFormat) -> TransitionState {
    TransitionState(output: output)
  }

  /// A mixture of both pictures.
  public func plan(in state: TransitionState) throws(ElementError) -> TransitionPlan<Mask> {
    let mask = try mask(width: state.output.width, height: state.output.height)
    return TransitionPlan(mask: mask, rows: state.rows)
  }

  /// Mixes rows of two planar frames.
  @inlinable
  public static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>,
    plan: TransitionPlan<Mask>
  ) {
    plan.rows.withScratch { row in
      var weights = row.take() ?? WeightRow(count: band.format.width)
      draw(frames, into: &band, mask: plan.mask, weights: &weights)
      row = weights
    }
  }

  @inlinable
  static func draw<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, mask: Mask,
    weights: inout WeightRow
  ) {
    let format = band.format
    for plane in 0..<3 {
      let outgoing = frames.plane(plane, of: 0, as: Sample.self)
      let incoming = frames.plane(plane, of: 1, as: Sample.self)
      let sites = SampleSites(plane, of: format)
      for row in band.rows(of: plane) {
        weights.fill(count: format.width(of: plane), sites, row: row, by: mask)
        band.mix(outgoing, incoming, plane: plane, row: row, weights: weights)
      }
    }
  }

  /// Mixes rows of two frames with alpha.
  @inlinable
  public static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>,
    plan: TransitionPlan<Mask>
  ) {
    plan.rows.withScratch { row in
      var weights = row.take() ?? WeightRow(count: band.format.width)
      draw(frames, into: &band, mask: plan.mask, weights: &weights)
      row = weights
    }
  }

  @inlinable
  static func draw<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, mask: Mask,
    weights: inout WeightRow
  ) {
    let (outgoing, incoming) = (frames.pixels(of: 0), frames.pixels(of: 1))
    let sites = SampleSites(width: band.format.width, height: band.format.height)
    for row in band.rows {
      weights.fill(count: band.format.width, sites, row: row, by: mask)
      band.mix(outgoing, incoming, row: row, weights: weights)
    }
  }
}
