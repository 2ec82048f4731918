import CutawayModel
import CutawayTime

extension Timeline {
  /// Adds all elements that produce the sound; `nil` if the composition has no audio track.
  func buildAudio(in graph: inout PipelineGraph) -> PipelineGraph.Restricted? {
    let composition = resolved.composition
    guard composition.tracks.contains(where: { $0.mediaType == .audio }) else { return nil }
    let caps = composition.render.soundCaps
    let mixer = graph.add(
      "audiomixer", name: "sound",
      // Longer than the default of 10 ms: the mixer's cost per buffer does not depend on its
      // length.
      [.init("output-buffer-duration", .int(100_000_000))])
    let tracks = composition.heardTracks
    for (index, track) in tracks.enumerated() {
      let port = build(track, in: &graph)
      graph.link(port.restricted(to: caps), graph.pad("sink_\(index)", of: mixer))
    }
    if tracks.isEmpty {
      // If no track is heard, the output is silence.
      let silence = graph.add("tracksrc", name: "silence", sourceProperties(.audio, []))
      graph.link(silence.restricted(to: caps), graph.pad("sink_0", of: mixer))
    }
    graph.shareSources(resolved.elements)
    return link(gain, after: mixer, in: &graph, name: "sound-gain")
      .restricted(to: caps)
  }

  private func build(_ track: Track, in graph: inout PipelineGraph) -> PipelineGraph.Port {
    let segments = track.segments.compactMap { segment -> SourceSegment? in
      guard let part = part(of: segment), let media = part.media, let mapping = part.mapping,
        let source = resolved.sources[media.asset]
      else { return nil }
      return SourceSegment(
        mapping: mapping, source: source, trackIndex: media.trackIndex,
        pitch: media.pitch)
    }
    let name = track.elementName
    let properties = sourceProperties(.audio, segments)
    var port = graph.add(
      "tracksrc", name: name, properties + (isReversed ? [.init("reversed", true)] : []))
    let sampleDuration = MediaTime(1, over: Int64(resolved.composition.render.sampleRate))
    let fades = track.fades(from: range.start, sampleDuration: sampleDuration)
    port = link(fades, after: port, in: &graph, name: "\(name)-fades")
    for effect in track.effects {
      let converter = graph.link(port, graph.add("audioconvert", name: "\(name)-convert"))
      let element = graph.add(
        moved(effect), after: converter, name: name, mirror: isReversed ? duration : nil)
      port = graph.link(element, graph.add("audioconvert", name: "\(name)-convert"))
    }
    let mix = resolved.composition.mix(of: track.id)
    port = link(moved(mix.volume(of: track)), after: port, in: &graph, name: "\(name)-volume")
    if let ducking = mix.ducking {
      let gains = ducking.gains(during: resolved.activity[track.id] ?? [])
      port = link(moved(gains), after: port, in: &graph, name: "\(name)-duck")
    }
    return link(pan: mix.pan, after: port, in: &graph, name: "\(name)-pan")
  }

  /// Adds the element that a volume needs: none, the stock `volume`, or a ramp.
  private func link(
    _ volume: AnimatedValue<Double>, after port: PipelineGraph.Port,
    in graph: inout PipelineGraph, name: String
  ) -> PipelineGraph.Port {
    if volume.isAlways(1) { return port }
    if case .instant(let time, let value)? = volume.entries.first, volume.entries.count == 1,
      time <= .zero, value <= 10
    {
      return graph.link(port, graph.add("volume", name: name, [.init("volume", .double(value))]))
    }
    let keyframes = directed(volume, default: 1)
    return graph.link(
      port, graph.add("volumeramp", name: name, [.init("keyframes", .shared(keyframes))]))
  }

  private func link(
    pan: AnimatedValue<Double>, after port: PipelineGraph.Port,
    in graph: inout PipelineGraph, name: String
  ) -> PipelineGraph.Port {
    let pan = moved(pan)
    if pan.isAlways(0) { return port }
    let keyframes = directed(pan, default: 0)
    return graph.link(
      port, graph.add("panramp", name: name, [.init("keyframes", .shared(keyframes))]))
  }

  /// An animation in the direction in which the sound runs.
  private func directed(
    _ value: AnimatedValue<Double>, default defaultValue: Double
  ) -> AnimatedValue<Double> {
    isReversed ? value.reversed(in: duration, default: defaultValue) : value
  }
}

extension AudioMixParameters {
  /// The volume of the mix multiplied by the track's preferred volume.
  fileprivate func volume(of track: Track) -> AnimatedValue<Double> {
    let own = track.preferredVolume
    if own == 1 { return volume }
    if volume.entries.isEmpty { return AnimatedValue(own) }
    let product = volume.map { $0 * own }
    // Before the first entry, the mix leaves the track at its preferred volume.
    guard let first = product.entries.first?.span.start, first > .zero else { return product }
    return AnimatedValue(inSuccession: [.instant(at: .zero, value: own)] + product.entries)
  }
}

extension RenderSettings {
  /// The caps of the mix.
  fileprivate var soundCaps: String {
    let caps = """
      audio/x-raw,format=F32LE,layout=interleaved,rate=\(sampleRate),channels=\(channels)
      """
    return Self.channelMasks[channels].map { "\(caps),channel-mask=(bitmask)0x\($0)" } ?? caps
  }

  /// The channel positions for more than two channels, without which `audiomixer` accepts no caps.
  ///
  /// They are in GStreamer's default order (`gst_audio_channel_get_fallback_mask`), which
  /// `tracksrc` also uses.
  private static let channelMasks = [3: "b", 4: "33", 5: "37", 6: "3f", 7: "13f", 8: "c3f"]
}
