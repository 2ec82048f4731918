import Composition
import MediaTime
import PipelineGraph

/// What one slot of the stack comes to: its source, and what has to be done to its frames.
struct VideoBranch {
  private let name: String
  private let effects: [Effect]
  private var segments: [SourceSegment] = []
  private var transform = KeyframeWindows<TransformMatrix>()
  private var crop = KeyframeWindows<Rectangle>()
  private var opacity = KeyframeWindows<Double>()
  private var hasAlpha = false

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
      hasAlpha = hasAlpha || video.hasAlpha
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

  private var needsTransform: Bool { !transform.isAlways(.identity) || !crop.isDefault }
  private var needsOpacity: Bool { !opacity.isAlways(1) }

  /// Whether what comes out may have pixels that are not opaque.
  var isTranslucent: Bool { hasAlpha || needsTransform || needsOpacity }

  /// Adds the branch to a graph and links it to a mixer.
  ///
  /// Frames are brought to the mixer's format here, in the branch's own thread.
  func build(
    in graph: inout PipelineGraph, to mixer: PipelineGraph.Port, in timeline: Timeline,
    format: String
  ) {
    var port = graph.add("tracksrc", name: name, timeline.sourceProperties(.video, segments))
    for effect in effects { port = graph.link(effect, after: port, name: name) }
    port = graph.link(port, graph.add("videoconvert", name: "\(name)-convert"))
    var caps = "video/x-raw,format=\(format)"
    if needsTransform {
      var properties = [PipelineGraph.Property("keyframes", .string(transform.text))]
      if !crop.isDefault { properties.append(.init("crop", .string(crop.text))) }
      let element = graph.add("transformramp", name: "\(name)-transform", properties)
      port = graph.link(port.restricted(to: caps), element)
      let size = timeline.resolved.outputSize
      caps = "video/x-raw,format=\(format),width=\(size.width),height=\(size.height)"
    }
    if needsOpacity {
      let element = graph.add(
        "opacityramp", name: "\(name)-opacity", [.init("keyframes", .string(opacity.text))])
      port = graph.link(port.restricted(to: caps), element)
      graph.link(port, mixer)
    } else {
      graph.link(port.restricted(to: caps), mixer)
    }
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
