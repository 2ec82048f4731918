public import CutawayElementKit
import CutawayModel
import CutawayTime

/// Draws each frame through an affine transform, into a frame of another size.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! videoconvert ! \
///   transformramp keyframes="0..2=1,0,0,1,0,0>0.5,0,0,0.5,80,60@easeInOut" ! \
///   videoconvert ! autovideosink
/// ```
public struct TransformRamp: FrameRenderer, Codable, Hashable {
  public static let name = "transformramp"
  public static let summary = "Moves, scales, turns and crops frames over time"
  public static let layouts: [PixelLayout] = [.ayuv, .bgra, .rgba, .argb, .abgr]

  @Property("Entries TIME=MATRIX or START..END=FROM>TO[@EASING], a matrix being a,b,c,d,tx,ty")
  public var keyframes = ""
  @Property("Entries TIME=RECT or START..END=FROM>TO[@EASING], a rectangle being x,y,width,height")
  public var crop = ""
  @Property(in: -1e6...1e6, "x' per x where there are no keyframes before the frame")
  public var a = 1.0
  @Property(in: -1e6...1e6, "y' per x")
  public var b = 0.0
  @Property(in: -1e6...1e6, "x' per y")
  public var c = 0.0
  @Property(in: -1e6...1e6, "y' per y")
  public var d = 1.0
  @Property(in: -1e6...1e6, "x' of the origin")
  public var tx = 0.0
  @Property(in: -1e6...1e6, "y' of the origin")
  public var ty = 0.0

  public init() {}

  public struct State: Sendable {
    var keyframes = ParsedKeyframes<TransformMatrix>()
    var crop = ParsedKeyframes<Rectangle>()
    var input: VideoFormat
    var output: VideoFormat
    /// What drew the last frame, and draws the next if the transform stands still.
    var last: (matrix: TransformMatrix, visible: Rectangle, sampler: AffineSampler)?
  }

  public func makeState(
    from input: VideoFormat, to output: VideoFormat
  ) throws(ElementError) -> State {
    State(input: input, output: output)
  }

  public func plan(at time: Duration, state: inout State) throws(ElementError) -> AffineSampler? {
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

  public static func render(
    _ source: FrameView, into band: inout VideoFrame, firstRow: Int, plan: AffineSampler
  ) {
    plan.render(source, into: &band, firstRow: firstRow)
  }
}
