/// An output for previews and streams, which renders to sinks in sync with a clock.
public struct SinkOutput: Output, Sendable {
  /// The video sink as a GStreamer description, such as `autovideosink` or `videoconvert !
  /// cacasink`; `nil` renders no video.
  public var videoSink: String?
  /// The audio sink as a GStreamer description, such as `autoaudiosink`; `nil` renders no sound.
  public var audioSink: String?
  /// One GStreamer description for both streams, in place of ``videoSink`` and ``audioSink``; `nil` for separate sinks.
  ///
  /// `video.` and `audio.` are the raw streams, as in
  /// `video. ! x264enc ! mux. audio. ! avenc_aac ! mux. mpegtsmux name=mux ! srtsink uri=srt://:7001`. A stream that it does not
  /// name is not rendered.
  public var sink: String?

  /// Creates an output; the defaults let GStreamer choose the sinks.
  public init(videoSink: String? = "autovideosink", audioSink: String? = "autoaudiosink") {
    self.videoSink = videoSink
    self.audioSink = audioSink
  }

  /// Creates an output with one description of both streams.
  ///
  /// - Parameter sink: The description, such as `video. ! x264enc ! mpegtsmux ! srtsink uri=srt://:7001`.
  public init(sink: String) {
    self.init()
    self.sink = sink
  }

  /// Whether there is a ``videoSink``, or ``sink`` names the picture.
  public var takesVideo: Bool { sink.map { names("video", in: $0) } ?? (videoSink != nil) }
  /// Whether there is an ``audioSink``, or ``sink`` names the sound.
  public var takesAudio: Bool { sink.map { names("audio", in: $0) } ?? (audioSink != nil) }

  private func names(_ stream: String, in sink: String) -> Bool {
    sink.split(whereSeparator: \.isWhitespace).contains { $0 == "\(stream)." }
  }

  /// Adds the sink of a stream, and links it.
  ///
  /// Sinks of files, also those of live HLS, do not wait for the clock. A description gets its streams at the pace of
  /// the clock, early enough for encoders and for sinks that wait themselves.
  private func addSink(
    _ stream: String, _ own: String?, behind port: PipelineGraph.Port,
    pace: PipelineGraph.Role, in graph: inout PipelineGraph
  ) {
    guard let sink else {
      graph.link(port, graph.add(description: own ?? "", name: "\(stream)-sink"))
      return
    }
    let paced = graph.link(
      port,
      graph.add(
        "clocksync", name: "\(stream)-pace", role: pace, [.init("ts-offset", -200_000_000)]))
    let whole = PipelineGraph.Port(element: "sink")
    if !graph.elements.contains(where: { $0.name == whole.element }) {
      let inputs = [takesVideo ? "video" : nil, takesAudio ? "audio" : nil].compactMap { $0 }
      _ = graph.add(
        description: (inputs.map { "identity name=\($0)" } + [sink]).joined(separator: " "),
        name: whole.element)
    }
    graph.link(paced, graph.pad(stream, of: whole))
  }

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
    guard takesVideo else { return nil }
    let queue = graph.add(
      "queue", name: "picture-queue", role: .videoEntrance, waiting("max-size-buffers", 3))
    let converter = graph.link(
      queue, graph.add("videoconvert", name: "picture-output", role: .shownVideo))
    addSink("video", videoSink, behind: converter, pace: .videoPace, in: &graph)
    return queue
  }

  /// Adds the elements that play the sound, and returns the first of them.
  private func addSound(to graph: inout PipelineGraph) -> PipelineGraph.Port? {
    guard takesAudio else { return nil }
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
    addSink("audio", audioSink, behind: port, pace: .audioPace, in: &graph)
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
