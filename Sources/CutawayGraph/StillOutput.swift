/// Renders to pictures in memory, for a pipeline that stands still and is sought in.
public struct StillOutput: Output, Sendable {
  /// What the `appsink` is called.
  public static let sink = "stills"

  public init() {}

  public var takesVideo: Bool { true }
  public var takesAudio: Bool { false }

  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    guard let video else { return }
    let converter = graph.link(video, graph.add("pixelconvert", name: "picture-output"))
    graph.link(
      converter.restricted(to: "video/x-raw,format=RGBA"),
      graph.add("appsink", name: Self.sink, [.init("enable-last-sample", false)]))
  }
}
