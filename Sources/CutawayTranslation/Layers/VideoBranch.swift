import CutawayKeyframes
import CutawayModel
import CutawayTime

/// The part of the graph for one slot of the stack: its source, effects and mixer pad.
struct VideoBranch {
  private let name: String
  /// The layer that is drawn over the frames.
  private let layer: OverlayLayer?
  /// The effects of each part of the timeline, in order of time.
  private var effects: [(range: TimeRange, chain: [Effect])] = []
  private var segments: [SourceSegment] = []
  private var transform = KeyframeWindows<TransformMatrix>()
  private var crop = KeyframeWindows<Rectangle>()
  private var opacity = KeyframeWindows<Double>()
  /// The decoding of the films; a branch with the same one has the same source.
  private(set) var load = DecodingLoad()
  /// How colours are mixed with those below.
  private let blending: ColorBlending
  /// The background that fills the picture behind the layer.
  private var background: BackgroundBranch?

  /// Creates the branch of a slot; `nil` if the slot shows nothing in the timeline.
  init?(_ slot: LayerSlot, in timeline: Timeline) {
    name = slot.track.elementName
    layer = slot.track.layer
    blending = slot.blending
    background = slot.background.map { BackgroundBranch($0, in: timeline) }
    let resolved = timeline.resolved
    for slotPart in slot.parts {
      guard let part = timeline.part(of: slotPart.segment), let media = part.media,
        let mapping = part.mapping, let video = resolved.video(of: media),
        let asset = resolved.composition.asset(media.asset), let source = resolved.sources[asset.id]
      else { continue }
      let size = timeline.readingSizes?[media]
      segments.append(
        joining: SourceSegment(
          mapping: mapping, source: source, trackIndex: media.trackIndex,
          pitch: media.pitch, colorimetry: asset.colorimetry,
          decoder: asset.decoder, size: size))
      load.add(video, of: media, during: part.target)
      let layer = slotPart.layer
      let effects = slot.track.effects + layer.effects
      add(effects.map(timeline.moved), during: part.target)
      let matrices = layer.transform.matrices(
        for: video, readIn: size, in: resolved.renderSize, scale: timeline.outputScale)
      transform.add(timeline.moved(matrices), during: part.target)
      crop.add(timeline.moved(layer.crop.scaled(from: video.size, to: size)), during: part.target)
      background?.add(
        layer, hasEffects: !effects.isEmpty, showing: video, during: part.target, in: timeline)
      opacity.add(
        slotPart.isComposited ? AnimatedValue(0) : timeline.moved(layer.opacity),
        during: part.target)
    }
    if segments.isEmpty { return nil }
  }

  /// Adds the effects of a part.
  ///
  /// They also apply to a gap if the same effects follow it.
  private mutating func add(_ chain: [Effect], during range: TimeRange) {
    if let last = effects.last, last.chain == chain {
      effects[effects.count - 1].range = TimeRange(start: last.range.start, end: range.end)
    } else {
      effects.append((range, chain))
    }
  }

  /// Adds the branch to a graph, and links it to a pad of the mixer, which transforms, crops and
  /// fades it.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - mixer: The mixer.
  ///   - pad: The number of the pad.
  ///   - timeline: The part of the composition that is rendered.
  ///   - share: The part of the decoding that the branch does.
  ///   - compositors: The elements that get the frames, too.
  /// - Returns: The element that the compositors link to.
  @discardableResult
  func build(
    in graph: inout PipelineGraph, to mixer: PipelineGraph.Port, pad: Int, in timeline: Timeline,
    share: Double, compositors: [String] = []
  ) -> PipelineGraph.Port {
    var port = graph.add(
      "tracksrc", name: name,
      timeline.sourceProperties(.video, segments)
        + (share < 1 ? [.init("decoding-share", .double(share))] : []))
    if let layer {
      port = graph.link(
        port, graph.add("layertree", name: "\(name)-layer", timeline.properties(of: [layer])))
    }
    port = addEffects(after: port, to: &graph)
    var placement: [PipelineGraph.Property] = []
    if !transform.isAlways(.identity) {
      placement.append(.init("transform", .shared(transform.simplified)))
    }
    if !crop.isDefault { placement.append(.init("crop", .shared(crop.simplified))) }
    if let background {
      port = background.build(
        after: port, placing: placement, in: &graph, timeline: timeline, name: name)
      placement = []
    }
    if !compositors.isEmpty { port = graph.link(port, graph.add("tee", name: "\(name)-fork")) }
    let end = port
    if !compositors.allSatisfy({ CompositorBranch.keepsPace($0, in: timeline) }) {
      let whole = TimeRange(start: .zero, duration: timeline.duration)
      let gate: [PipelineGraph.Property] = [
        .init("windows", .shared(TimeWindows([whole]))), .init("forward-allocation", false),
      ]
      port = graph.link(port, graph.add("framegate", name: "\(name)-gate", gate))
      let queue = CompositorBranch.queueProperties
      port = graph.link(port, graph.add("queue", name: "\(name)-queue", queue))
    }
    if blending != .normal { placement.append(.init("blend", .string(blending.rawValue))) }
    if !opacity.isAlways(1) { placement.append(.init("opacity", .shared(opacity.simplified))) }
    let target = graph.pad("sink_\(pad)", of: mixer, placement)
    if blending == .normal {
      graph.link(port, target)
    } else {
      // The mixer mixes the colours of frames with alpha alone.
      let picture = timeline.picture, format = picture.bitDepth == 8 ? "AYUV" : "AYUV64"
      let converter = graph.link(port, graph.add("pixelconvert", name: "\(name)-convert"))
      graph.link(
        converter.restricted(
          to: "video/x-raw,format=\(format),colorimetry=\(picture.colorimetry)"), target)
    }
    return end
  }

  /// Adds the effects: as elements if they never change, otherwise as windows of one element, which
  /// builds the chains when it needs them.
  private func addEffects(
    after port: PipelineGraph.Port, to graph: inout PipelineGraph
  ) -> PipelineGraph.Port {
    if effects.count == 1 {
      let chain = effects[0].chain
      return chain.isEmpty ? port : graph.add(chain, after: port, name: name)
    }
    var windows = ChainWindows()
    for (range, chain) in effects {
      windows.add(PipelineGraph.chainText(of: chain, name: name), during: range)
    }
    return graph.link(
      port,
      graph.add(
        "layereffects", name: "\(name)-effects", [.init("chains", .shared(windows))]))
  }
}

extension Timeline {
  /// The properties of a `tracksrc` in this timeline.
  func sourceProperties(
    _ media: Track.MediaType, _ segments: [SourceSegment]
  ) -> [PipelineGraph.Property] {
    let render = resolved.composition.render
    let grid: [PipelineGraph.Property] =
      media == .video
      ? [.init("frame-duration", .string("\(resolved.frameDuration)"))] + picture.sourceProperties
      : [
        .init("sample-rate", .int(render.sampleRate)), .init("channels", .int(render.channels)),
      ]
    return [
      .init("media", .string(media.rawValue)),
      .init("segments", .shared(SharedSegments(segments))),
      .init("duration", .string("\(duration)")),
    ] + grid + (onMissing == .stop ? [] : [.init("on-missing", .string(onMissing.rawValue))])
  }
}
