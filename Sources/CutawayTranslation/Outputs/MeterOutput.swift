/// An output that renders the sound as fast as possible, for measuring it.
package struct MeterOutput: Output, Sendable {
  /// Creates an output; it has no settings.
  package init() {}

  /// `false`: the picture is not measured.
  package var takesVideo: Bool { false }
  /// `true`: the mix is measured.
  package var takesAudio: Bool { true }

  /// Adds a sink for the sound; ignores `video`.
  package func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    guard let audio else { return }
    graph.link(
      audio,
      graph.add(
        "fakesink", name: "meter", role: .output,
        [.init("sync", false), .init("enable-last-sample", false)]))
  }
}
