import CutawayTranslation

/// An output that renders the picture as fast as possible, and marks where scenes begin.
struct SceneOutput: Output, Sendable {
  var takesVideo: Bool { true }
  var takesAudio: Bool { false }

  func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    guard let video else { return }
    let convert = graph.link(video, graph.add("pixelconvert", name: "scene-input"))
    let scenes = graph.link(convert, graph.add("scenechange", name: "scenes"))
    graph.link(
      scenes,
      graph.add(
        "fakesink", name: "scene-output", role: .output,
        [.init("sync", false), .init("enable-last-sample", false)]))
  }
}
