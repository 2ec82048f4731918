import Composition
import MediaTime
import PipelineGraph

/// What one slot of the stack comes to: its source, and what the mixer does to its frames.
struct VideoBranch {
  private let name: String
  private let effects: [Effect]
  private var segments: [SourceSegment] = []
  private var transform = KeyframeWindows<TransformMatrix>()
  private var crop = KeyframeWindows<Rectangle>()
  private var opacity = KeyframeWindows<Double>()

  /// What the slot shows in the timeline; `nil` if that is nothing.
  init?(_ slot: LayerSlot, in timeline: Timeline) {
    name = slot.track.elementName
    effects = slot.track.effects + slot.effects
    let resolved = timeline.resolved
    for slotPart in slot.parts {
      guard let part = timeline.part(of: slotPart.segment), let media = part.media,
        let mapping = part.mapping, let video = resolved.video(of: media),
        let asset = resolved.composition.asset(media.asset)
      else { continue }
      add(
        SourceSegment(
          mapping: mapping, location: asset.location, trackIndex: media.trackIndex,
          pitch: media.pitch))
      let layer = slotPart.layer
      let matrices = layer.transform.matrices(
        for: video, in: resolved.renderSize, scale: timeline.outputScale)
      transform.add(timeline.moved(matrices), during: part.target)
      crop.add(timeline.moved(layer.crop), during: part.target)
      opacity.add(timeline.moved(layer.opacity), during: part.target)
    }
    if segments.isEmpty { return nil }
  }

  /// Adds a segment, joined to the last where it only goes on.
  private mutating func add(_ segment: SourceSegment) {
    guard let last = segments.last, last.continues(with: segment) else {
      segments.append(segment)
      return
    }
    segments[segments.count - 1].mapping = TimeMapping(
      source: TimeRange(start: last.mapping.source.start, end: segment.mapping.source.end),
      target: TimeRange(start: last.mapping.target.start, end: segment.mapping.target.end))
  }

  /// Adds the branch to a graph and links it to a mixer's pad, which moves, crops and fades it.
  func build(
    in graph: inout PipelineGraph, to mixer: PipelineGraph.Port, pad: Int, in timeline: Timeline
  ) {
    var port = graph.add("tracksrc", name: name, timeline.sourceProperties(.video, segments))
    for effect in effects { port = graph.link(effect, after: port, name: name) }
    if !effects.isEmpty {
      port = graph.link(port, graph.add("pixelconvert", name: "\(name)-convert"))
    }
    var properties: [PipelineGraph.Property] = []
    if !transform.isAlways(.identity) {
      properties.append(.init("transform", .string(transform.text)))
    }
    if !crop.isDefault { properties.append(.init("crop", .string(crop.text))) }
    if !opacity.isAlways(1) { properties.append(.init("opacity", .string(opacity.text))) }
    graph.link(port, graph.pad("sink_\(pad)", of: mixer, properties))
  }
}

extension Timeline {
  /// The properties of a source of this timeline.
  func sourceProperties(
    _ media: Track.MediaType, _ segments: [SourceSegment]
  ) -> [PipelineGraph.Property] {
    let render = resolved.composition.render
    let grid: [PipelineGraph.Property] =
      media == .video
      ? [.init("frame-duration", .string("\(resolved.frameDuration)"))]
      : [
        .init("sample-rate", .int(render.sampleRate)), .init("channels", .int(render.channels)),
      ]
    return [
      .init("media", .string(media.rawValue)),
      .init("segments", .string(SourceSegment.text(of: segments))),
      .init("duration", .string("\(duration)")),
    ] + grid + (onMissing == .stop ? [] : [.init("on-missing", .string(onMissing.rawValue))])
  }
}
