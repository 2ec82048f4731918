package import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// Draws the frames of several tracks over each other, each transformed, cropped and faded by
/// keyframes.
///
/// The mixer samples each layer directly from its planes into the output, and touches only the
/// pixels that the layer covers. If the only layer is opaque and coincides with the output, its
/// frame is output without a copy.
///
/// A layer is placed by the keyframes first, and then by `xpos`, `ypos`, `width`, `height` and
/// `alpha`, which mean the same as those of `compositor`.
///
/// ```sh
/// gst-launch-1.0 layermixer name=mix sink_1::opacity="0..2=0>1" ! videoconvert ! autovideosink \
///   videotestsrc pattern=ball num-buffers=90 ! mix.sink_0 \
///   videotestsrc num-buffers=90 ! mix.sink_1
/// ```
package struct LayerMixer: FrameMixer, Hashable {
  /// The factory name in GStreamer.
  package static let name = "layermixer"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Composites frames with keyframes for transform, crop and opacity"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace, .safe]

  /// What is visible where no layer is.
  @Property("The background; only formats with alpha can be transparent")
  package var background = Background.black

  /// What is visible where no layer is.
  ///
  /// The numbers of the cases are those of `compositor`, because GES sets the property by its number.
  package enum Background: String, PropertyEnumeration, Codable {
    /// Grey squares of 8 pixels.
    case checker
    /// Opaque black.
    case black
    /// Opaque white.
    case white
    /// Nothing. If downstream leaves the format open, the output then has alpha.
    case transparent
  }

  /// Creates a mixer with a black background.
  package init() {}

  /// Whether the background is transparent.
  package func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool { background == .transparent }

  /// The settings of one layer, which are properties of its pad.
  package struct Input: Element, Hashable {
    /// The name of the settings.
    package static let name = "layer"
    /// The description of the settings.
    package static let summary = "A layer of a layermixer"

    /// Matrices over stream time: entries `TIME=MATRIX` or `START..END=FROM>TO[@EASING]`, in
    /// seconds.
    ///
    /// A matrix is `a,b,c,d,tx,ty` and maps source pixels to output pixels. Empty is the identity.
    @Property("Keyframes TIME=MATRIX or START..END=FROM>TO[@EASING]; a matrix is a,b,c,d,tx,ty")
    package var transform = Shared(KeyframeWindows<TransformMatrix>())
    /// Visible rectangles over stream time, in the syntax of ``transform``.
    ///
    /// A rectangle is `x,y,width,height` in source pixels. Empty is the whole frame.
    @Property(
      "Keyframes TIME=RECT or START..END=FROM>TO[@EASING]; a rectangle is x,y,width,height")
    package var crop = Shared(KeyframeWindows<Rectangle>())
    /// Opacities over stream time, from 0 to 1, in the syntax of ``transform``; empty is 1.
    @Property(
      "Keyframes TIME=OPACITY or START..END=FROM>TO[@EASING], 0 to 1, split by semicolons")
    package var opacity = Shared(KeyframeWindows<Double>())

    /// The column of the output at which the left edge of the transformed layer lies.
    @Property(in: .min ... .max, "The horizontal position of the picture in pixels")
    package var xpos: Int32 = 0
    /// The row of the output at which the upper edge of the transformed layer lies.
    @Property(in: .min ... .max, "The vertical position of the picture in pixels")
    package var ypos: Int32 = 0
    /// The width to which the layer is scaled; 0 or less keeps that of its frames.
    @Property(in: .min ... .max, "The width of the picture in pixels; 0 or less is its own")
    package var width: Int32 = -1
    /// The height to which the layer is scaled; 0 or less keeps that of its frames.
    @Property(in: .min ... .max, "The height of the picture in pixels; 0 or less is its own")
    package var height: Int32 = -1
    /// How the layer fills the width and the height.
    @Property("How the picture fills its width and height")
    package var sizingPolicy = SizingPolicy.none
    /// The opacity, by which that of the keyframes is multiplied.
    @Property(in: 0...1, "The opacity of the picture, by which the keyframes are multiplied")
    package var alpha = 1.0

    /// How the layer is combined with those below it.
    ///
    /// Only in formats with alpha, a layer that replaces what is below it keeps its alpha, and alphas are added.
    @Property("How the picture is combined with those below it")
    package var `operator` = BlendMode.over

    /// How the colours of the layer are mixed with those below it: `multiply`, `screen` and others.
    ///
    /// Its frames must have alpha.
    @Property("How colours are mixed with those below, of a picture with alpha")
    package var blend = ColorBlending.normal

    /// How a layer fills the width and the height of its pad.
    package enum SizingPolicy: String, PropertyEnumeration, Codable {
      /// Each axis is scaled on its own.
      case none
      /// Both axes are scaled alike; the layer is centred in what remains.
      case keepAspectRatio = "keep-aspect-ratio"
    }

    /// Creates an opaque layer at the top left corner, in its own size.
    package init() {}
  }

  /// The parsed keyframes of all inputs.
  package struct State: Sendable {
    let memory: LayerMemory
    var inputs: [InputState] = []
    /// The layers of the last frame, whose memory the next frame reuses.
    var layers: [LayerStack.Entry] = []
  }

  /// The state of an input between frames.
  struct InputState: Sendable {
    var transform = ParsedKeyframes<TransformMatrix>(isExact: true)
    var crop = ParsedKeyframes<Rectangle>(isExact: true)
    var opacity = ParsedKeyframes(isExact: true, in: 0...1)
    /// The last placement, which often stays valid.
    var placed: PlacedLayer?
  }

  /// Creates the state for an output format.
  package func makeState(for output: MixerFormat) throws(ElementError) -> State {
    State(memory: LayerMemory(for: output))
  }

  /// Places all visible layers, and removes those below an opaque layer that covers the output.
  ///
  /// - Throws: `ElementError` if the settings of a layer are invalid.
  package func plan(
    at time: FrameInstant, inputs: [MixerInput<Input>], state: inout State
  ) throws(ElementError) -> MixerPlan<LayerStack> {
    while state.inputs.count < inputs.count { state.inputs.append(InputState()) }
    let exact = MediaTime(time.index * time.seconds, over: time.frames)
    let isTransparent = background == .transparent
    // Without any frame, there is nothing but transparency.
    if isTransparent, inputs.allSatisfy({ $0.format == nil }) { return .nothing }
    let output = state.memory.output
    state.layers.removeAll(keepingCapacity: true)
    for (index, input) in inputs.enumerated() {
      guard let format = input.format else { continue }
      let layer = try place(input, format, at: exact, state: &state.inputs[index], in: output)
      guard let layer else { continue }
      // An opaque layer hides those below it, which are not drawn.
      if layer.coversAll, layer.opacity == output.opaque {
        state.layers.removeAll(keepingCapacity: true)
      }
      state.layers.append(LayerStack.Entry(input: index, layer: layer))
    }
    let stack = LayerStack(
      state.layers, isTransparent: isTransparent, isCheckered: background == .checker,
      background: background == .white ? .white : .black, memory: state.memory)
    if stack.layers.count == 1, stack.isCovered || isTransparent,
      stack.layers[0].layer.isInPlace, stack.layers[0].layer.opacity == output.opaque
    {
      return .handOn(stack.layers[0].input)
    }
    return .draw(stack)
  }

  /// The placement of a layer at a time; `nil` if it is invisible.
  private func place(
    _ input: MixerInput<Input>, _ format: MixerFormat, at time: MediaTime,
    state: inout InputState, in output: MixerFormat
  ) throws(ElementError) -> PlacedLayer? {
    let settings = input.settings
    let opacities = try state.opacity.values(of: settings.opacity, property: "opacity")
    let matrices = try state.transform.values(of: settings.transform, property: "transform")
    let rectangles = try state.crop.values(of: settings.crop, property: "crop")
    let opacity = min(max(opacities.value(at: time) ?? 1, 0), 1) * settings.alpha
    var level = UInt16((opacity * Double(output.opaque)).rounded())
    if level == 0 { return nil }
    // As compositor does, which has no place for a transparent pixel then.
    if settings.operator == .source, case .planar = output { level = output.opaque }
    if settings.blend != .normal, case .planar = format {
      throw ElementError("blend: the picture needs alpha, such as AYUV", code: .invalidSettings)
    }
    let frame = format.frame
    let matrix = settings.place(
      matrices.value(at: time) ?? .identity, frame, input.pixelAspectRatio)
    let visible = rectangles.value(at: time).map { $0.intersection(frame) } ?? frame
    if visible.isEmpty { return nil }
    if state.placed?.isFor(matrix, visible, format) != true {
      state.placed = PlacedLayer(matrix, visible: visible, format: format, in: output)
    }
    state.placed?.opacity = level
    state.placed?.mode = settings.operator
    state.placed?.blending = settings.blend
    return state.placed
  }

  /// Draws a band of the output, from the lowest layer to the highest.
  package static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: LayerStack
  ) {
    plan.render(frames, into: &band)
  }

  /// Draws a band of an output with alpha, from the lowest layer to the highest.
  package static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: LayerStack
  ) {
    plan.render(frames, into: &band)
  }
}

extension LayerMixer {
  /// Whether a layer is visible, not hidden by another.
  package static func draws(_ input: Int, plan: LayerStack) -> Bool {
    plan.draws(input)
  }

  /// Whether no layer is resampled.
  package static func acceptsAlternatingChroma(in plan: LayerStack) -> Bool {
    plan.acceptsAlternatingChroma
  }

  /// The lower right corner of a layer without keyframes.
  package static func extent(
    of settings: Input, width: Int, height: Int
  ) -> (width: Int, height: Int) {
    (
      max(0, Int(settings.xpos)) + (settings.width > 0 ? Int(settings.width) : width),
      max(0, Int(settings.ypos)) + (settings.height > 0 ? Int(settings.height) : height)
    )
  }
}

extension LayerMixer {
  /// The place in the frame of a layer, which its transform maps to a place of the output.
  package func place(
    x: Double, y: Double, in input: MixerInput<Input>, of output: (width: Int, height: Int),
    at time: FrameInstant
  ) -> (x: Double, y: Double)? {
    // Drawing reports keyframes that are invalid.
    guard let format = input.format,
      let matrices = try? input.settings.transform.value(of: "transform"),
      let crop = try? input.settings.crop.value(of: "crop")
    else { return nil }
    let exact = MediaTime(time.index * time.seconds, over: time.frames)
    let matrix = input.settings.place(
      matrices.value(at: exact) ?? .identity, format.frame, input.pixelAspectRatio)
    guard let inverse = matrix.inverted else { return nil }
    let place = inverse.apply(x: x, y: y)
    let visible = crop.value(at: exact).map { $0.intersection(format.frame) } ?? format.frame
    let isInside =
      place.x >= visible.x && place.x < visible.x + visible.width && place.y >= visible.y
      && place.y < visible.y + visible.height
    return isInside ? place : nil
  }
}

extension MixerFormat {
  /// The rectangle of the whole frame.
  var frame: Rectangle {
    Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
  }
}
