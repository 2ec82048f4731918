import Composition
import MediaTime
import PipelineGraph

extension Timeline {
  /// Adds everything that makes the sound; `nil` if the composition has no audio track.
  func buildAudio(in graph: inout PipelineGraph) -> PipelineGraph.Restricted? {
    let tracks = resolved.composition.tracks.filter { $0.mediaType == .audio }
    guard !tracks.isEmpty else { return nil }
    let render = resolved.composition.render
    let caps = """
      audio/x-raw,format=F32LE,layout=interleaved,rate=\(render.sampleRate),\
      channels=\(render.channels)
      """
    let mixer = graph.add("audiomixer", name: "sound")
    for (index, track) in tracks.enumerated() {
      let port = build(track, in: &graph)
      graph.link(port.restricted(to: caps), graph.pad("sink_\(index)", of: mixer))
    }
    return mixer.restricted(to: caps)
  }

  private func build(_ track: Track, in graph: inout PipelineGraph) -> PipelineGraph.Port {
    let segments = track.segments.compactMap { segment -> SourceSegment? in
      guard let part = part(of: segment), let media = part.media, let mapping = part.mapping,
        let asset = resolved.composition.asset(media.asset)
      else { return nil }
      return SourceSegment(
        mapping: mapping, location: asset.location, trackIndex: media.trackIndex,
        pitch: media.pitch)
    }
    let name = track.elementName
    var port = graph.add("tracksrc", name: name, sourceProperties(.audio, segments))
    for effect in track.effects {
      let converter = graph.link(port, graph.add("audioconvert", name: "\(name)-convert"))
      let element = graph.link(converter, graph.add(effect, name: name))
      port = graph.link(element, graph.add("audioconvert", name: "\(name)-convert"))
    }
    guard let parameters = resolved.composition.audioMix.first(where: { $0.track == track.id })
    else { return port }
    return link(parameters.volume, after: port, in: &graph, name: "\(name)-volume")
  }

  /// Adds what a volume takes: nothing, the stock `volume`, or a ramp.
  private func link(
    _ volume: AnimatedValue<Double>, after port: PipelineGraph.Port,
    in graph: inout PipelineGraph, name: String
  ) -> PipelineGraph.Port {
    var windows = KeyframeWindows<Double>()
    windows.add(moved(volume), during: TimeRange(start: .zero, duration: duration))
    if windows.isAlways(1) { return port }
    if case .instant(let time, let value)? = volume.entries.first, volume.entries.count == 1,
      time <= range.start, value <= 10
    {
      return graph.link(port, graph.add("volume", name: name, [.init("volume", .double(value))]))
    }
    return graph.link(
      port, graph.add("volumeramp", name: name, [.init("keyframes", .string(windows.text))]))
  }
}
