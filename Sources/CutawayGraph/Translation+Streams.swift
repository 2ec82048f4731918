/// What a composition gives: a picture, a sound.
public enum OutputStream: String, Sendable, Hashable, CaseIterable {
  case picture, sound

  /// The name of the element that takes it in a preview.
  public var entrance: String { rawValue + "-queue" }
}

extension Translation {
  /// The graph that makes one of the streams, with a loose end; `nil` where the composition has none.
  ///
  /// - Parameters:
  ///   - stream: Which one.
  ///   - isBackward: Whether it is to be played backwards. A picture's graph goes either way; the
  ///     sound's is then a stream that runs forwards from the composition's end, for GStreamer's mixers
  ///     of sound go no other way.
  /// - Returns: The graph; its loose end is a pad `src`.
  public func graph(of stream: OutputStream, backward isBackward: Bool = false) -> PipelineGraph? {
    var graph = PipelineGraph(), timeline = timeline
    timeline.isReversed = isBackward
    let end = stream == .picture ? timeline.buildVideo(in: &graph) : timeline.buildAudio(in: &graph)
    guard let end else { return nil }
    graph.link(end, graph.add("identity", name: stream.rawValue + "-end"))
    return graph
  }
}

extension SinkOutput {
  /// The graph behind the streams: sinks with what they need, and loose ends where
  /// ``Translation/graph(of:backward:)`` is to be connected.
  ///
  /// - Parameter streams: Those that there are.
  /// - Returns: The graph; what plays sound keeps its pitch at every rate.
  public func graph(taking streams: Set<OutputStream>) -> PipelineGraph {
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

  /// A queue's only limit: what waits in it is shown before a change takes effect.
  private func waiting(_ limit: String, _ value: Int) -> [PipelineGraph.Property] {
    ["max-size-buffers", "max-size-bytes", "max-size-time"].map {
      .init($0, .int($0 == limit ? value : 0))
    }
  }
}
