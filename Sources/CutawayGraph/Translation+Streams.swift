/// A stream that a composition produces.
package enum OutputStream: String, Sendable, Hashable, CaseIterable {
  /// The composed video, and the mix of the audio tracks.
  case picture, sound

  /// The name of the element that receives the stream in a preview.
  package var entrance: String { rawValue + "-queue" }
}

extension Translation {
  /// The graph that produces one of the streams, with an open end; `nil` if the composition does
  /// not have the stream.
  ///
  /// - Parameters:
  ///   - stream: The stream to produce.
  ///   - isBackward: Whether the graph is for backward playback. The graph of the picture works in
  ///     both directions. The graph of the sound then produces a stream that runs forwards from the
  ///     end of the composition, because GStreamer's audio mixers cannot run backwards.
  /// - Returns: The graph. Its open end is the `src` pad of the last element.
  package func graph(of stream: OutputStream, backward isBackward: Bool = false) -> PipelineGraph? {
    var graph = PipelineGraph(), timeline = timeline
    timeline.isReversed = isBackward
    let end = stream == .picture ? timeline.buildVideo(in: &graph) : timeline.buildAudio(in: &graph)
    guard let end else { return nil }
    graph.link(end, graph.add("identity", name: stream.rawValue + "-end"))
    return graph
  }
}

extension SinkOutput {
  /// The graph that receives the streams: sinks with the elements that they need, and open ends
  /// where ``Translation/graph(of:backward:)`` is connected.
  ///
  /// - Parameter streams: The streams that the composition has.
  /// - Returns: The graph. Sound keeps its pitch at every rate.
  package func graph(taking streams: Set<OutputStream>) -> PipelineGraph {
    var graph = PipelineGraph()
    if streams.contains(.picture), let videoSink {
      let queue = graph.add(
        "queue", name: OutputStream.picture.entrance, waiting("max-size-buffers", 3))
      let converter = graph.link(queue, graph.add("videoconvert", name: "picture-output"))
      graph.link(converter, graph.add(description: videoSink, name: "video-sink"))
    }
    if streams.contains(.sound), let audioSink {
      let chain = [
        ("audioconvert", "sound-output"), ("scaletempo", "sound-tempo"), ("volume", "sound-volume"),
        ("audioconvert", "sound-format"), ("audioresample", "sound-rate"),
      ]
      var port = graph.add(
        "queue", name: OutputStream.sound.entrance, waiting("max-size-time", 150_000_000))
      for (factory, name) in chain { port = graph.link(port, graph.add(factory, name: name)) }
      graph.link(port, graph.add(description: audioSink, name: "audio-sink"))
    }
    return graph
  }

  /// The properties of a queue with a single limit.
  ///
  /// The sink shows the contents of the queue before a change takes effect.
  private func waiting(_ limit: String, _ value: Int) -> [PipelineGraph.Property] {
    ["max-size-buffers", "max-size-bytes", "max-size-time"].map {
      .init($0, .int($0 == limit ? value : 0))
    }
  }
}
