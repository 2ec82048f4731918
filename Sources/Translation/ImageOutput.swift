public import PipelineGraph

/// Renders the first frame into a PNG file.
public struct ImageOutput: Output, Sendable {
  public var path: String

  public init(path: String) { self.path = path }

  public var takesVideo: Bool { true }
  public var takesAudio: Bool { false }

  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    guard let video else { return }
    let converter = graph.link(video, graph.add("videoconvert", name: "picture-output"))
    let encoder = graph.link(
      converter, graph.add("pngenc", name: "picture-pngenc", [.init("snapshot", true)]))
    graph.link(
      encoder, graph.add("filesink", name: "file", [.init("location", .string(path))]))
  }
}
