/// An output for previews, which renders to sinks in sync with a clock.
public struct SinkOutput: Output, Sendable {
  /// The video sink as a GStreamer description, such as `autovideosink` or `videoconvert !
  /// cacasink`; `nil` renders no video.
  public var videoSink: String?
  /// The audio sink as a GStreamer description, such as `autoaudiosink`; `nil` renders no sound.
  public var audioSink: String?

  /// Creates an output; the defaults let GStreamer choose the sinks.
  public init(videoSink: String? = "autovideosink", audioSink: String? = "autoaudiosink") {
    self.videoSink = videoSink
    self.audioSink = audioSink
  }

  /// Whether there is a ``videoSink``.
  public var takesVideo: Bool { videoSink != nil }
  /// Whether there is an ``audioSink``.
  public var takesAudio: Bool { audioSink != nil }

  /// Adds a queue, conversions and a sink for each stream.
  ///
  /// Sound keeps its pitch at every rate.
  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    if let video, let entrance = addPicture(to: &graph) { graph.link(video, entrance) }
    if let audio, let entrance = addSound(to: &graph) { graph.link(audio, entrance) }
  }

  /// The graph that receives the streams: sinks with the elements that they need, and open ends
  /// where `Translation.graph(of:backward:)` is connected.
  ///
  /// - Parameter streams: The streams that the composition has.
  /// - Returns: The graph, whose open ends are entrances.
  package func graph(taking streams: Set<OutputStream>) -> PipelineGraph {
    var graph = PipelineGraph()
    // The entrances have roles.
    if streams.contains(.picture) { _ = addPicture(to: &graph) }
    if streams.contains(.sound) { _ = addSound(to: &graph) }
    return graph
  }

  /// Adds the elements that show the picture, and returns the first of them.
  private func addPicture(to graph: inout PipelineGraph) -> PipelineGraph.Port? {
    guard let videoSink else { return nil }
    let queue = graph.add(
      "queue", name: "picture-queue", role: .videoEntrance, waiting("max-size-buffers", 3))
    let converter = graph.link(
      queue, graph.add("videoconvert", name: "picture-output", role: .shownVideo))
    graph.link(converter, graph.add(description: videoSink, name: "video-sink"))
    return queue
  }

  /// Adds the elements that play the sound, and returns the first of them.
  private func addSound(to graph: inout PipelineGraph) -> PipelineGraph.Port? {
    guard let audioSink else { return nil }
    let chain: [(factory: String, name: String, role: PipelineGraph.Role?)] = [
      ("audioconvert", "sound-output", nil), ("scaletempo", "sound-tempo", nil),
      ("volume", "sound-volume", .volume), ("audioconvert", "sound-format", nil),
      ("audioresample", "sound-rate", .turningAudio),
    ]
    let queue = graph.add(
      "queue", name: "sound-queue", role: .audioEntrance, waiting("max-size-time", 150_000_000))
    var port = queue
    for stage in chain {
      port = graph.link(port, graph.add(stage.factory, name: stage.name, role: stage.role))
    }
    graph.link(port, graph.add(description: audioSink, name: "audio-sink"))
    return queue
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
