/// An output that renders images in memory, for a paused pipeline that seeks.
public struct StillOutput: Output, Sendable {
  /// The name of the `appsink`, which receives RGBA frames.
  public static let sink = "stills"

  /// Creates an output; it has no settings.
  public init() {}

  /// `true`: frames are the only output.
  public var takesVideo: Bool { true }
  /// `false`: a still has no sound.
  public var takesAudio: Bool { false }

  /// Adds a conversion to RGBA and a sink for the frames; ignores `audio`.
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
