/// An output that renders images in memory, for a paused pipeline that seeks.
package struct StillOutput: Output, Sendable {
  /// The format in which the images are rendered, before they are converted to RGBA.
  package let picture: PictureFormat

  /// Creates an output; images have alpha if the background of the composition is transparent.
  package init(of resolved: ResolvedComposition) {
    picture = PictureFormat(hasAlpha: resolved.hasTransparentBackground)
  }

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
