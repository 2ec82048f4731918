/// A compositor: an element that draws its output from the frames of any number of inputs.
///
/// It is the counterpart of AVFoundation's `AVVideoCompositing`. Properties are the parameters of an
/// instruction; `keyframes`, which all mixers have, animates them.
///
///     func compose<Component: PixelComponent>(
///       _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
///       at time: FrameInstant
///     ) {
///       guard sources.contains(0), sources.contains(1) else { return output.clear() }
///       let (left, right) = (sources.pixels(of: 0), sources.pixels(of: 1))
///       let middle = output.format.width / 2
///       output.draw { x, y in (x < middle ? left : right).pixel(x, y) }
///     }
///
/// Sources have the layout of the output, in sizes of their own. Several threads draw bands of a
/// frame at the same time.
public protocol Compositor: FrameMixer
where Input == PictureInput, State == Void, Plan == CompositorPlan<Self> {
  /// The layouts that the compositor draws; the default is red, green, blue and alpha, in that order,
  /// with 8 and 16 bits.
  static var layouts: [PixelLayout] { get }

  /// Draws some rows of a frame.
  ///
  /// - Parameters:
  ///   - sources: The frames of the inputs, in the order of their pads. An input without a frame at
  ///     that time has none.
  ///   - output: The rows to write; all of them must be written.
  ///   - time: The exact stream time of the frame.
  func compose<Component: PixelComponent>(
    _ sources: borrowing MixerFrames, into output: inout PackedBand<Component>,
    at time: FrameInstant)
}

/// The drawing of a compositor's frame.
public struct CompositorPlan<Compositor: Sendable>: Sendable {
  @usableFromInline let compositor: Compositor
  @usableFromInline let time: FrameInstant

  @inlinable
  init(_ compositor: Compositor, at time: FrameInstant) {
    self.compositor = compositor
    self.time = time
  }
}

extension Compositor {
  /// Red, green, blue and alpha, with 8 and 16 bits.
  public static var layouts: [PixelLayout] { [.rgba, .rgba64] }

  /// The layouts of packed pixels.
  public static var outputs: [MixerLayout] { layouts.map { .packed($0) } }

  /// Sources have the layout of the output.
  public static var inputMatching: InputMatching { .layout }

  /// A compositor needs no state.
  public func makeState(for output: MixerFormat) {}

  /// Every frame is drawn, unless no source has a frame.
  @inlinable
  public func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout Void
  ) throws(ElementError) -> MixerPlan<CompositorPlan<Self>> {
    if inputs.allSatisfy({ $0.format == nil }) { return .nothing }
    return .draw(CompositorPlan(self, at: time))
  }

  /// Planes are not among the layouts of a compositor.
  public static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>,
    plan: CompositorPlan<Self>
  ) {
    preconditionFailure("a compositor draws packed pixels")
  }

  /// Draws rows of a frame.
  @inlinable
  public static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>,
    plan: CompositorPlan<Self>
  ) {
    plan.compositor.compose(frames, into: &band, at: plan.time)
  }
}
