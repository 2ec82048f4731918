/// Renders into a file.
public struct FileOutput: Output, Sendable {
  /// An encoder or a muxer, with its settings.
  public struct Stage: Sendable, Hashable {
    public var factory: String
    public var properties: [PipelineGraph.Property]

    public init(_ factory: String, _ properties: [PipelineGraph.Property] = []) {
      self.factory = factory
      self.properties = properties
    }
  }

  /// A stream's encoder, and what it is given.
  public struct Encoding: Sendable, Hashable {
    /// What else the raw stream passes before that, such as a resampler.
    public var preparation: [Stage]
    /// The caps of what goes in.
    public var input: String
    /// The encoder and what follows it, such as a parser.
    public var stages: [Stage]

    public init(preparation: [Stage] = [], input: String, stages: [Stage]) {
      self.preparation = preparation
      self.input = input
      self.stages = stages
    }
  }

  public var video: Encoding?
  public var audio: Encoding?
  /// `nil` where an encoder makes whole files.
  public var muxer: Stage?
  /// What writes tags before all that the muxer makes; `nil` where that does it.
  public var tagWriter: Stage?
  /// What writes.
  public var sink: Stage

  public init(
    video: Encoding?, audio: Encoding?, muxer: Stage?, tagWriter: Stage? = nil, sink: Stage
  ) {
    self.tagWriter = tagWriter
    self.video = video
    self.audio = audio
    self.muxer = muxer
    self.sink = sink
  }

  public var takesVideo: Bool { video != nil }
  public var takesAudio: Bool { audio != nil }

  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    let sink = graph.add(self.sink.factory, name: "file", self.sink.properties)
    let muxer = self.muxer.map { graph.add($0.factory, name: "muxer", $0.properties) }
    if let video, let encoding = self.video {
      let queue = graph.link(video, graph.add("queue", name: "picture-waiting", shortQueue))
      let converter = graph.link(queue, graph.add("pixelconvert", name: "picture-output"))
      link(converter, encoding, to: muxer ?? sink, in: &graph, name: "picture")
    }
    if let audio, let encoding = self.audio {
      let queue = graph.link(audio, graph.add("queue", name: "sound-waiting"))
      let converter = graph.link(
        queue, graph.add("audioconvert", name: "sound-output", [.init("dithering", "none")]))
      link(converter, encoding, to: muxer ?? sink, in: &graph, name: "sound")
    }
    guard let muxer else { return }
    if let tagWriter {
      let writer = graph.add(tagWriter.factory, name: "tags", tagWriter.properties)
      graph.link(graph.link(muxer, writer), sink)
    } else {
      graph.link(muxer, sink)
    }
  }

  /// Raw frames are large: a few are enough to keep the encoder busy.
  private var shortQueue: [PipelineGraph.Property] {
    [
      .init("max-size-buffers", 3), .init("max-size-bytes", 0), .init("max-size-time", 0),
    ]
  }

  private func link(
    _ converter: PipelineGraph.Port, _ encoding: Encoding, to muxer: PipelineGraph.Port,
    in graph: inout PipelineGraph, name: String
  ) {
    // The encoded stream waits in a queue for the other one.
    let waiting = Stage(
      "queue",
      [
        .init("max-size-buffers", 0), .init("max-size-bytes", 0),
        .init("max-size-time", 10_000_000_000),
      ])
    var raw = converter
    for stage in encoding.preparation {
      raw = graph.link(
        raw, graph.add(stage.factory, name: "\(name)-\(stage.factory)", stage.properties))
    }
    var port: PipelineGraph.Port?
    for stage in encoding.stages + [waiting] {
      let element = graph.add(stage.factory, name: "\(name)-\(stage.factory)", stage.properties)
      port =
        port.map { graph.link($0, element) }
        ?? graph.link(raw.restricted(to: encoding.input), element)
    }
    if let port { graph.link(port, muxer) }
  }
}
