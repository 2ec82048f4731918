/// An output that encodes into a file.
package struct FileOutput: Output, Sendable {
  /// An encoder, a muxer or another element, with its properties.
  package struct Stage: Sendable, Hashable, Codable {
    /// The factory name of the element.
    package var factory: String
    /// The properties to set; others keep their defaults.
    package var properties: [PipelineGraph.Property]

    /// Creates a stage; whether the element exists is not checked.
    package init(_ factory: String, _ properties: [PipelineGraph.Property] = []) {
      self.factory = factory
      self.properties = properties
    }

    /// The sink of a file; `-` is standard output, which continues where other programs have written.
    package static func file(_ path: String) -> Stage {
      let target =
        path == "-"
        ? Stage("fdsink", [.init("fd", 1)]) : Stage("filesink", [.init("location", .string(path))])
      return Stage(target.factory, target.properties + [.init("async", false)])
    }
  }

  /// The encoder of a stream, and the format of its input.
  package struct Encoding: Sendable, Hashable {
    /// Elements for the raw stream before the encoder, such as a resampler.
    package var preparation: [Stage]
    /// The caps of the encoder's input.
    package var input: String
    /// The encoder and the elements after it, such as a parser; none for PCM.
    package var stages: [Stage]

    /// Creates an encoding; the stages are linked in order.
    package init(preparation: [Stage] = [], input: String, stages: [Stage]) {
      self.preparation = preparation
      self.input = input
      self.stages = stages
    }
  }

  /// The format in which the video encoder gets the picture.
  package var picture: PictureFormat
  /// How to encode video; `nil` writes none.
  package var video: Encoding?
  /// Packets of video that a program provides instead of encoded ones; `nil` if there are none.
  package var feed: Feed?
  /// How to encode sound; `nil` writes none.
  package var audio: Encoding?
  /// Packets of sound that are copied instead of encoded ones; `nil` if there are none.
  package var soundCopy: PacketCopy?
  /// The muxer; `nil` if the encoder produces complete files.
  package var muxer: Stage?
  /// The element that writes tags before the muxer's output; `nil` if the muxer writes them.
  package var tagWriter: Stage?
  /// The element that writes the file.
  package var sink: Stage
  /// A stream of video packets that a program provides.
  package struct Feed: Sendable, Hashable {
    /// The elements between the packets and the muxer, such as a parser.
    package var stages: [Stage]
    /// The properties of the muxer's pad; `nil` links to any pad.
    package var pad: [PipelineGraph.Property]?

    /// Creates a stream.
    package init(stages: [Stage] = [], pad: [PipelineGraph.Property]? = nil) {
      self.stages = stages
      self.pad = pad
    }
  }

  /// The start of the names of the elements, where a graph has several files.
  package var prefix = ""
  /// The number of the file in the graph, which the roles of its elements state.
  package var number = 0

  /// How much of an encoded stream waits for the other stream.
  package var waiting = Waiting.seconds(10)

  /// A limit of encoded data that wait for another stream.
  package enum Waiting: Sendable, Hashable {
    /// Their duration, for streams that are rendered side by side.
    case seconds(Int)
    /// Their size, for streams that may come one after the other.
    case bytes(Int)
  }

  /// Creates an output with at least one encoding; without a muxer, exactly one.
  package init(
    video: Encoding?, audio: Encoding?, muxer: Stage?, tagWriter: Stage? = nil, sink: Stage,
    picture: PictureFormat = PictureFormat()
  ) {
    self.picture = picture
    self.tagWriter = tagWriter
    self.video = video
    self.audio = audio
    self.muxer = muxer
    self.sink = sink
  }

  /// Whether video is encoded.
  package var takesVideo: Bool { video != nil }
  /// Whether sound is encoded.
  package var takesAudio: Bool { audio != nil }

  /// Adds the encoders, the muxer and the sink.
  package func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    let sink = graph.add(
      self.sink.factory, name: prefix + "file", role: role(.file), self.sink.properties)
    let muxer = self.muxer.map {
      graph.add($0.factory, name: prefix + "muxer", role: role(.muxer), $0.properties)
    }
    if let video, let encoding = self.video {
      let queue = graph.link(
        video, graph.add("queue", name: prefix + "picture-waiting", shortQueue))
      let converter = graph.link(queue, graph.add("pixelconvert", name: prefix + "picture-output"))
      link(
        converter, encoding, to: muxer ?? sink, in: &graph, name: prefix + "picture",
        role: .encodedVideo)
    }
    if let feed, let muxer { link(feed, to: muxer, in: &graph) }
    if let audio, let encoding = self.audio {
      let queue = graph.link(audio, graph.add("queue", name: prefix + "sound-waiting"))
      let converter = graph.link(
        queue,
        graph.add("audioconvert", name: prefix + "sound-output", [.init("dithering", "none")]))
      link(
        converter, encoding, to: muxer ?? sink, in: &graph, name: prefix + "sound",
        role: .encodedAudio)
    }
    guard let muxer else { return }
    if let soundCopy { graph.link(graph.add(soundCopy, name: "sound"), muxer) }
    if let tagWriter {
      let writer = graph.add(
        tagWriter.factory, name: prefix + "tags", role: role(.tagWriter), tagWriter.properties)
      graph.link(graph.link(muxer, writer), sink)
    } else {
      graph.link(muxer, sink)
    }
  }

  /// Adds an `appsrc` with the role ``PipelineGraph/Role/input(_:)`` 0.
  private func link(
    _ feed: Feed, to muxer: PipelineGraph.Port, in graph: inout PipelineGraph
  ) {
    var port = graph.add(
      "appsrc", name: "picture", role: .input(0), [.init("format", "time")])
    for stage in feed.stages {
      port = graph.link(
        port, graph.add(stage.factory, name: "picture-\(stage.factory)", stage.properties))
    }
    let waiting = waitingQueue
    port = graph.link(
      port,
      graph.add(
        waiting.factory, name: "picture-\(waiting.factory)", role: .encodedVideo,
        waiting.properties))
    graph.link(port, feed.pad.map { graph.pad("video_0", of: muxer, $0) } ?? muxer)
  }

  private func role(_ role: PipelineGraph.Role) -> PipelineGraph.Role { role.ofFile(number) }

  /// The limits of a queue for raw frames, which are large: a few keep the encoder busy.
  private var shortQueue: [PipelineGraph.Property] {
    [
      .init("max-size-buffers", 3), .init("max-size-bytes", 0), .init("max-size-time", 0),
    ]
  }

  /// The queue in which an encoded stream waits for the other stream.
  package var waitingQueue: Stage {
    var (bytes, time) = (0, 0)
    switch waiting {
    case .seconds(let seconds): time = seconds * 1_000_000_000
    case .bytes(let count): bytes = count
    }
    return Stage(
      "queue",
      [
        .init("max-size-buffers", 0), .init("max-size-bytes", .int(bytes)),
        .init("max-size-time", .int(time)),
      ])
  }

  private func link(
    _ converter: PipelineGraph.Port, _ encoding: Encoding, to muxer: PipelineGraph.Port,
    in graph: inout PipelineGraph, name: String, role: PipelineGraph.Role
  ) {
    // The encoded stream waits in this queue for the other stream.
    let waiting = waitingQueue
    var raw = converter
    for stage in encoding.preparation {
      raw = graph.link(
        raw, graph.add(stage.factory, name: "\(name)-\(stage.factory)", stage.properties))
    }
    var port: PipelineGraph.Port?
    let encoder = role == .encodedAudio ? self.role(.audioEncoder) : nil
    // PCM has no encoder.
    let roles = encoding.stages.indices.map { $0 == 0 ? encoder : nil } + [self.role(role)]
    for (stage, role) in zip(encoding.stages + [waiting], roles) {
      let element = graph.add(
        stage.factory, name: "\(name)-\(stage.factory)", role: role, stage.properties)
      port =
        port.map { graph.link($0, element) }
        ?? graph.link(raw.restricted(to: encoding.input), element)
    }
    if let port { graph.link(port, muxer) }
  }
}
