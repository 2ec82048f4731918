public import PipelineGraph

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
    /// The caps of what goes in.
    public var input: String
    /// The encoder and what follows it, such as a parser.
    public var stages: [Stage]

    public init(input: String, stages: [Stage]) {
      self.input = input
      self.stages = stages
    }
  }

  public var video: Encoding?
  public var audio: Encoding?
  public var muxer: Stage
  public var path: String

  public init(video: Encoding?, audio: Encoding?, muxer: Stage, path: String) {
    self.video = video
    self.audio = audio
    self.muxer = muxer
    self.path = path
  }

  public var takesVideo: Bool { video != nil }
  public var takesAudio: Bool { audio != nil }

  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    let muxer = graph.add(self.muxer.factory, name: "muxer", self.muxer.properties)
    if let video, let encoding = self.video {
      let queue = graph.link(video, graph.add("queue", name: "picture-waiting", shortQueue))
      let converter = graph.link(queue, graph.add("videoconvert", name: "picture-output"))
      link(converter, encoding, to: muxer, in: &graph, name: "picture")
    }
    if let audio, let encoding = self.audio {
      let queue = graph.link(audio, graph.add("queue", name: "sound-waiting"))
      let converter = graph.link(
        queue, graph.add("audioconvert", name: "sound-output", [.init("dithering", "none")]))
      link(converter, encoding, to: muxer, in: &graph, name: "sound")
    }
    let sink = graph.add(
      "filesink", name: "file", [.init("location", .string(path)), .init("async", false)])
    graph.link(muxer, sink)
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
    var port: PipelineGraph.Port?
    for stage in encoding.stages + [waiting] {
      let element = graph.add(stage.factory, name: "\(name)-\(stage.factory)", stage.properties)
      port =
        port.map { graph.link($0, element) }
        ?? graph.link(converter.restricted(to: encoding.input), element)
    }
    if let port { graph.link(port, muxer) }
  }
}
