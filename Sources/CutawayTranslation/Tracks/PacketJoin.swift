package import CutawayModel
package import CutawayTime

/// A file that is made of packets of other files, without encoding.
///
/// The times of video follow from frame numbers, so the files may round theirs.
package struct PacketJoin: Sendable, Hashable {
  /// A stream: where its packets come from, and the elements that they pass before the muxer.
  package struct Stream: Sendable, Hashable {
    /// The files, in order, each from its start.
    package var segments: [SourceSegment]
    /// The elements between the packets and the muxer.
    package var stages: [FileOutput.Stage]
    /// The properties of the muxer's pad; `nil` links to any pad.
    package var pad: [PipelineGraph.Property]?

    /// Creates a stream of at least one segment.
    package init(
      segments: [SourceSegment], stages: [FileOutput.Stage] = [],
      pad: [PipelineGraph.Property]? = nil
    ) {
      self.segments = segments
      self.stages = stages
      self.pad = pad
    }
  }

  /// The video; `nil` if there is none.
  package var video: Stream?
  /// The sound; `nil` if there is none.
  package var audio: Stream?
  /// Seconds per frame.
  package var frameDuration: MediaTime
  /// The greatest number of packets by which a frame is decoded after its place in the order of
  /// presentation.
  package var reordering: Int64
  /// The muxer.
  package var muxer: FileOutput.Stage
  /// The path of the file.
  package var path: String

  /// Creates a file with at least one stream.
  package init(
    video: Stream?, audio: Stream? = nil, frameDuration: MediaTime, reordering: Int64,
    muxer: FileOutput.Stage, path: String
  ) {
    self.video = video
    self.audio = audio
    self.frameDuration = frameDuration
    self.reordering = reordering
    self.muxer = muxer
    self.path = path
  }

  /// The graph that writes the file.
  package var graph: PipelineGraph {
    var graph = PipelineGraph()
    let file = graph.add(muxer.factory, name: "muxer", role: .muxer, muxer.properties)
    if let video {
      link(
        video, named: "picture", role: .encodedVideo, to: file, in: &graph,
        [
          .init("media", "video"), .init("frame-duration", .string("\(frameDuration)")),
          .init("reordering", .int(Int(reordering))),
        ])
    }
    if let audio {
      link(
        audio, named: "sound", role: .encodedAudio, to: file, in: &graph, [.init("media", "audio")])
    }
    let sink = FileOutput.Stage.file(path)
    graph.link(file, graph.add(sink.factory, name: "file", role: .file, sink.properties))
    return graph
  }

  private func link(
    _ stream: Stream, named name: String, role: PipelineGraph.Role, to muxer: PipelineGraph.Port,
    in graph: inout PipelineGraph, _ properties: [PipelineGraph.Property]
  ) {
    let segments = PipelineGraph.Property(
      "segments", .shared(SharedSegments(stream.segments)))
    var port = graph.add("packetsrc", name: name, role: role, properties + [segments])
    for stage in stream.stages {
      port = graph.link(
        port, graph.add(stage.factory, name: "\(name)-\(stage.factory)", stage.properties))
    }
    graph.link(port, stream.pad.map { graph.pad("video_0", of: muxer, $0) } ?? muxer)
  }
}
