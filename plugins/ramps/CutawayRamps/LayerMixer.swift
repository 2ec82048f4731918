public import CutawayElementKit
import CutawayModel
import CutawayTime

/// Lays the frames of several tracks over each other, each moved, cropped and faded by keyframes.
///
/// A layer is sampled straight from its planes into the output; only the pixels that it covers are
/// touched. A lone opaque layer in its place is handed on without a copy.
///
/// ```sh
/// gst-launch-1.0 layermixer name=mix sink_1::opacity="0..2=0>1" ! videoconvert ! autovideosink \
///   videotestsrc pattern=ball num-buffers=90 ! mix.sink_0 \
///   videotestsrc num-buffers=90 ! mix.sink_1
/// ```
public struct LayerMixer: FrameMixer, Codable, Hashable {
  public static let name = "layermixer"
  public static let summary = "Lays frames over each other, moved, cropped and faded over time"

  public init() {}

  /// One layer.
  public struct Input: Element, Codable, Hashable {
    public static let name = "layer"
    public static let summary = "A layer of a layermixer"

    @Property("Entries TIME=MATRIX or START..END=FROM>TO[@EASING], a matrix being a,b,c,d,tx,ty")
    public var transform = ""
    @Property(
      "Entries TIME=RECT or START..END=FROM>TO[@EASING], a rectangle being x,y,width,height")
    public var crop = ""
    @Property(
      "Entries TIME=OPACITY or START..END=FROM>TO[@EASING], 0 to 1, with semicolons between")
    public var opacity = ""

    public init() {}
  }

  public struct State: Sendable {
    var output: PlanarFormat
    var inputs: [InputState] = []
  }

  /// What is kept of an input from one frame to the next.
  struct InputState: Sendable {
    var transform = ParsedKeyframes<TransformMatrix>(isExact: true)
    var crop = ParsedKeyframes<Rectangle>(isExact: true)
    var opacity = ParsedKeyframes(isExact: true, in: 0...1)
    /// How it was placed last: layers stand still more often than not.
    var placed: PlacedLayer?
  }

  public func makeState(for output: PlanarFormat) throws(ElementError) -> State {
    State(output: output)
  }

  public func plan(
    at time: FrameInstant, inputs: [MixerInput<Input>], state: inout State
  ) throws(ElementError) -> MixerPlan<LayerStack> {
    while state.inputs.count < inputs.count { state.inputs.append(InputState()) }
    let exact = MediaTime(time.index * time.seconds, over: time.frames)
    var stack = LayerStack()
    for (index, input) in inputs.enumerated() {
      guard let format = input.format else { continue }
      let layer = try place(
        input.settings, format, at: exact, state: &state.inputs[index],
        in: state.output)
      guard let layer else { continue }
      // What an opaque layer covers is not drawn.
      if layer.coversAll, layer.opacity == 255 { stack.layers = [] }
      stack.layers.append(LayerStack.Entry(input: index, layer: layer))
    }
    if stack.layers.count == 1, stack.isCovered, stack.layers[0].layer.isInPlace {
      return .handOn(stack.layers[0].input)
    }
    return .draw(stack)
  }

  /// Where a layer lies at a time, or `nil` where nothing of it shows.
  private func place(
    _ settings: Input, _ format: MixerFormat, at time: MediaTime, state: inout InputState,
    in output: PlanarFormat
  ) throws(ElementError) -> PlacedLayer? {
    let opacities = try state.opacity.values(of: settings.opacity, property: "opacity")
    let matrices = try state.transform.values(of: settings.transform, property: "transform")
    let rectangles = try state.crop.values(of: settings.crop, property: "crop")
    let opacity = min(max(opacities.value(at: time) ?? 1, 0), 1)
    let level = UInt16((opacity * 255).rounded())
    if level == 0 { return nil }
    let matrix = matrices.value(at: time) ?? .identity
    let frame = format.frame
    let visible = rectangles.value(at: time).map { $0.intersection(frame) } ?? frame
    if visible.isEmpty { return nil }
    if state.placed?.isFor(matrix, visible, format) != true {
      state.placed = PlacedLayer(matrix, visible: visible, format: format, in: output)
    }
    state.placed?.opacity = level
    return state.placed
  }

  public static func render(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand, plan: LayerStack
  ) {
    plan.render(frames, into: &band)
  }
}

extension MixerFormat {
  /// The whole frame.
  var frame: Rectangle {
    switch self {
    case .planar(let format):
      Rectangle(x: 0, y: 0, width: Double(format.width), height: Double(format.height))
    case .packed(let format):
      Rectangle(x: 0, y: 0, width: Double(format.width), height: Double(format.height))
    }
  }
}
