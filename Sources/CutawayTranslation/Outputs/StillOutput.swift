/// An output that renders images in memory, for a paused pipeline that seeks.
package struct StillOutput: Output, Sendable {
  /// Creates an output; it has no settings.
  package init() {}

  /// `true`: frames are the only output.
  package var takesVideo: Bool { true }
  /// `false`: a still has no sound.
  package var takesAudio: Bool { false }

  /// Adds a conversion to RGBA and a sink for the frames; ignores `audio`.
  package func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    guard let video else { return }
    let converter = graph.link(video, graph.add("pixelconvert", name: "picture-output"))
    graph.link(
      converter.restricted(to: "video/x-raw,format=RGBA"),
      graph.add("appsink", name: "stills", role: .output, [.init("enable-last-sample", false)]))
  }
}
