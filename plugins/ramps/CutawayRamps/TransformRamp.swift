package import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// Draws each frame through an affine transform that can change over time, into a frame of another
/// size.
///
/// The matrix maps source pixels to output pixels: x' = a·x + c·y + tx, y' = b·x + d·y + ty. The
/// origin is the top left corner, and y points down.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! \
///   transformramp keyframes="0..2=1,0,0,1,0,0>0.5,0,0,0.5,80,60@easeInOut" ! \
///   videoconvert ! autovideosink
/// ```
package struct TransformRamp: FrameRenderer, Hashable {
  /// The factory name in GStreamer.
  package static let name = "transformramp"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Moves, scales, rotates and crops frames over time"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace]
  /// The layouts with straight alpha, of 8 bits per component.
  package static let layouts: [PixelLayout] = [.ayuv, .bgra, .rgba, .argb, .abgr]

  /// Matrices over stream time: entries `TIME=MATRIX` or `START..END=FROM>TO[@EASING]`, in seconds.
  ///
  /// A matrix is `a,b,c,d,tx,ty`. Before the first keyframe, the properties ``a`` to ``ty`` apply.
  @Property("Keyframes TIME=MATRIX or START..END=FROM>TO[@EASING]; a matrix is a,b,c,d,tx,ty")
  package var keyframes = Shared(KeyframeWindows<TransformMatrix>())
  /// Visible rectangles over stream time, in the syntax of ``keyframes``.
  ///
  /// A rectangle is `x,y,width,height` in source pixels. Before the first entry, the whole frame is
  /// visible.
  @Property("Keyframes TIME=RECT or START..END=FROM>TO[@EASING]; a rectangle is x,y,width,height")
  package var crop = Shared(KeyframeWindows<Rectangle>())
  /// The change of x' per x, before the first keyframe.
  @Property(in: -1e6...1e6, "x' per x before the first keyframe")
  package var a = 1.0
  /// The change of y' per x, before the first keyframe.
  @Property(in: -1e6...1e6, "y' per x")
  package var b = 0.0
  /// The change of x' per y, before the first keyframe.
  @Property(in: -1e6...1e6, "x' per y")
  package var c = 0.0
  /// The change of y' per y, before the first keyframe.
  @Property(in: -1e6...1e6, "y' per y")
  package var d = 1.0
  /// The x' of the source's origin in output pixels, before the first keyframe.
  @Property(in: -1e6...1e6, "x' of the origin")
  package var tx = 0.0
  /// The y' of the source's origin in output pixels, before the first keyframe.
  @Property(in: -1e6...1e6, "y' of the origin")
  package var ty = 0.0

  /// Creates the identity transform without a crop.
  package init() {}

  /// The parsed keyframes and the formats of one stream.
  package struct State: Sendable {
    var keyframes = ParsedKeyframes<TransformMatrix>()
    var crop = ParsedKeyframes<Rectangle>()
    var input: VideoFormat
    var output: VideoFormat
    /// The sampler of the last frame, which also draws the next one if the transform is unchanged.
    var last: (matrix: TransformMatrix, visible: Rectangle, sampler: AffineSampler)?
  }

  /// Creates the state for a pair of formats.
  package func makeState(
    from input: VideoFormat, to output: VideoFormat
  ) throws(ElementError) -> State {
    State(input: input, output: output)
  }

  /// The sampler for a frame; `nil` if the frame would stay unchanged.
  ///
  /// - Throws: `ElementError` if ``keyframes`` or ``crop`` is invalid.
  package func plan(at time: Duration, state: inout State) throws(ElementError) -> AffineSampler? {
    let time = MediaTime(time)
    let matrices = try state.keyframes.values(of: keyframes, property: "keyframes")
    let rectangles = try state.crop.values(of: crop, property: "crop")
    let matrix =
      matrices.value(at: time) ?? TransformMatrix(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    let frame = Rectangle(
      x: 0, y: 0, width: Double(state.input.width), height: Double(state.input.height))
    let visible = rectangles.value(at: time)?.intersection(frame) ?? frame
    if matrix == .identity, visible == frame, state.input == state.output { return nil }
    if let last = state.last, last.matrix == matrix, last.visible == visible { return last.sampler }
    let sampler = AffineSampler(matrix, visible: visible, from: state.input, to: state.output)
    state.last = (matrix, visible, sampler)
    return sampler
  }

  /// Draws a band of the output with the frame's sampler.
  package static func render(
    _ source: FrameView, into band: inout VideoFrame, firstRow: Int, plan: AffineSampler
  ) {
    plan.render(source, into: &band, firstRow: firstRow)
  }
}
