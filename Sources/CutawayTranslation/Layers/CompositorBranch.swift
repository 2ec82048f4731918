import CutawayKeyframes
import CutawayModel
import CutawayTime

/// The part of the graph for a compositor: its inputs, its element and its mixer pad.
///
///     compositor ! mixer.sink_N
///     fork ! framegate ! (placement) ! compositor.sink_0
struct CompositorBranch {
  let slot: CompositorSlot
  /// When the compositor works, in the time of the output.
  private let windows: [TimeRange]

  /// Creates the branch of a slot; `nil` if no instruction in the timeline uses it.
  init?(_ slot: CompositorSlot, in timeline: Timeline) {
    self.slot = slot
    windows = timeline.windows(of: slot.uses.map(\.range))
    if windows.isEmpty { return nil }
  }

  /// Adds the element to a graph, and links it to a pad of the mixer.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - mixer: The mixer of the picture.
  ///   - pad: The number of its pad.
  ///   - timeline: The part of the composition that is rendered.
  /// - Returns: The element.
  func build(
    in graph: inout PipelineGraph, to mixer: PipelineGraph.Port, pad: Int, in timeline: Timeline
  ) -> PipelineGraph.Port {
    let compositor = graph.add(compositor: timeline.moved(slot.effect))
    // Frames of sources do not become smaller with the output, so their element draws in the size without a limit.
    let resolved = timeline.resolved, frame = resolved.frameDuration
    let size = slot.key.frames == .source ? resolved.drawnSize : resolved.outputSize
    // Elements that draw luma and chroma would take the colorimetry from their first input, which
    // may be R′G′B′ after an effect.
    let colors =
      Self.isOwn(slot.key.constants.element)
      ? ",colorimetry=\(timeline.picture.colorimetry)" : ""
    let caps = """
      video/x-raw,width=\(size.width),height=\(size.height),\
      framerate=\(frame.denominator)/\(frame.numerator),pixel-aspect-ratio=1/1\(colors)
      """
    graph.link(
      compositor.restricted(to: caps),
      graph.pad("sink_\(pad)", of: mixer, padProperties(timeline, size)))
    return compositor
  }

  /// Links the layers to the element.
  ///
  /// - Parameters:
  ///   - compositor: The element.
  ///   - forks: The elements that output the layers, by the numbers of their slots.
  ///   - layers: The slots by their numbers.
  ///   - graph: The graph.
  ///   - timeline: The part of the composition that is rendered.
  func addInputs(
    to compositor: PipelineGraph.Port, from forks: [Int: PipelineGraph.Port],
    _ layers: [Int: LayerSlot], in graph: inout PipelineGraph, timeline: Timeline
  ) {
    for (index, source) in slot.key.inputs.enumerated() {
      guard let layer = layers[source.slot] else { continue }
      let input = "\(compositor.element)-\(index)"
      let sink = graph.pad("sink_\(index)", of: compositor)
      if let fork = forks[source.slot] {
        // Seeks reach the source through the mixer's own pad.
        var properties: [PipelineGraph.Property] = [
          .init("windows", .shared(TimeWindows(windows))), .init("forward-seeks", false),
        ]
        let keepsPace = Self.keepsPace(slot.key.constants.element, in: timeline)
        if !keepsPace { properties.append(.init("forward-allocation", false)) }
        var gate = graph.link(fork, graph.add("framegate", name: "\(input)-gate", properties))
        // The layer must reach other compositors while this one waits for another layer.
        if !keepsPace {
          let queue = graph.add("queue", name: "\(input)-queue", Self.queueProperties)
          gate = graph.link(gate, queue)
        }
        if source.isPlaced {
          placement(of: layer, in: timeline).link(gate, to: sink, in: &graph, name: input)
        } else {
          graph.link(gate, sink)
        }
      } else {
        // A layer without media: the pad keeps its number.
        let none = graph.add("tracksrc", name: input, timeline.sourceProperties(.video, []))
        graph.link(none, sink)
      }
    }
  }

  /// Whether an element is a mixer of this project, which keeps pace, and draws luma and chroma.
  private static func isOwn(_ element: String) -> Bool {
    element == "layermixer"
      || Transition.names.contains { Transition.elementName(of: $0) == element }
  }

  /// Whether an element outputs each frame before it gets the next ones.
  ///
  /// If it does not, each branch of its layers needs a queue: pads hold one frame each, and the mixer
  /// waits for the compositor.
  static func keepsPace(_ element: String, in timeline: Timeline) -> Bool {
    isOwn(element) || timeline.resolved.elements[element].contains(.keepsPace)
  }

  /// A queue for as many frames as a compositor may need in advance.
  static let queueProperties: [PipelineGraph.Property] = [
    .init("max-size-buffers", 4), .init("max-size-bytes", 0), .init("max-size-time", 0),
  ]

  /// Scales the frames of an element to the size of the output, and hides what it outputs outside its windows.
  private func padProperties(
    _ timeline: Timeline, _ size: PixelSize
  ) -> [PipelineGraph.Property] {
    var properties: [PipelineGraph.Property] = []
    let output = timeline.resolved.outputSize
    if size != output {
      var transform = KeyframeWindows<TransformMatrix>()
      transform.add(
        AnimatedValue(.scale(from: size, to: output)),
        during: TimeRange(start: .zero, duration: timeline.duration))
      properties.append(.init("transform", .shared(transform.simplified)))
    }
    var opacity = KeyframeWindows<Double>(), end = MediaTime.zero
    for window in windows {
      if window.start > end {
        opacity.add(AnimatedValue(0), during: TimeRange(start: end, end: window.start))
      }
      opacity.add(AnimatedValue(1), during: window)
      end = window.end
    }
    if end < timeline.duration {
      opacity.add(AnimatedValue(0), during: TimeRange(start: end, end: timeline.duration))
    }
    if !opacity.isAlways(1) { properties.append(.init("opacity", .shared(opacity.simplified))) }
    return properties
  }

  private func placement(of layer: LayerSlot, in timeline: Timeline) -> LayerPlacement {
    var placement = LayerPlacement(
      size: timeline.resolved.outputSize, picture: timeline.picture)
    for part in layer.parts where part.isComposited {
      guard slot.uses.contains(where: { $0.range.overlaps(part.segment.target) }) else { continue }
      placement.add(part, on: layer.background, in: timeline)
    }
    return placement
  }
}

/// Draws the frames of a layer into frames of the output's size.
struct LayerPlacement {
  let size: PixelSize
  private var transform = KeyframeWindows<TransformMatrix>()
  private var crop = KeyframeWindows<Rectangle>()
  private var opacity = KeyframeWindows<Double>()
  /// The format of placed frames, which has alpha, and its colours.
  private let format: String

  init(size: PixelSize, picture: PictureFormat) {
    self.size = size
    format = (picture.bitDepth == 8 ? "AYUV" : "AYUV64") + ",colorimetry=\(picture.colorimetry)"
  }

  mutating func add(
    _ slotPart: LayerSlot.Part, on background: BlurredBackground?, in timeline: Timeline
  ) {
    let resolved = timeline.resolved
    guard let part = timeline.part(of: slotPart.segment), let media = part.media,
      let video = resolved.video(of: media)
    else { return }
    let layer = slotPart.layer
    if background == nil {
      let size = timeline.readingSizes?[media]
      let matrices = layer.transform.matrices(
        for: video, readIn: size, in: resolved.renderSize, scale: timeline.outputScale)
      transform.add(timeline.moved(matrices), during: part.target)
      crop.add(timeline.moved(layer.crop.scaled(from: video.size, to: size)), during: part.target)
    }
    opacity.add(timeline.moved(layer.opacity), during: part.target)
  }

  /// Links a port to a pad, through a mixer of one layer with a transparent background.
  func link(
    _ port: PipelineGraph.Port, to sink: PipelineGraph.Port, in graph: inout PipelineGraph,
    name: String
  ) {
    var properties: [PipelineGraph.Property] = []
    if !transform.isAlways(.identity) {
      properties.append(.init("transform", .shared(transform.simplified)))
    }
    if !crop.isDefault { properties.append(.init("crop", .shared(crop.simplified))) }
    if !opacity.isAlways(1) { properties.append(.init("opacity", .shared(opacity.simplified))) }
    let mixer = graph.add(
      "layermixer", name: "\(name)-place", [.init("background", .string("transparent"))])
    graph.link(port, graph.pad("sink_0", of: mixer, properties))
    let caps = "video/x-raw,format=\(format),width=\(size.width),height=\(size.height)"
    graph.link(mixer.restricted(to: caps), sink)
  }
}

extension ResolvedComposition {
  /// Whether the frames of a layer's part differ from frames of the output's size that show it.
  ///
  /// With a background they have that size, and the layer at its place.
  func isPlaced(_ part: LayerSlot.Part, on background: BlurredBackground?) -> Bool {
    if background != nil { return !part.layer.opacity.isAlways(1) }
    guard let media = part.segment.media, let video = video(of: media) else { return false }
    if video.size != outputSize { return true }
    let (layer, range) = (part.layer, part.segment.target)
    var transform = KeyframeWindows<TransformMatrix>(), crop = KeyframeWindows<Rectangle>()
    var opacity = KeyframeWindows<Double>()
    transform.add(
      layer.transform.matrices(for: video, in: renderSize, scale: outputScale), during: range)
    crop.add(layer.crop, during: range)
    opacity.add(layer.opacity, during: range)
    return !(transform.isAlways(.identity) && crop.isDefault && opacity.isAlways(1))
  }
}

extension PipelineGraph {
  /// Adds a compositor's element, with its animations as its own keyframes.
  fileprivate mutating func add(compositor effect: Effect) -> Port {
    var keyframes = PropertyKeyframes()
    let animations = effect.changing
    for (name, animation) in animations { keyframes.add(animation, of: name) }
    let own: [Property] =
      animations.isEmpty ? [] : [.init("keyframes", .shared(keyframes))]
    return add(effect.element, name: effect.element, effect.settings + own)
  }
}
