package import CutawayModel

/// An output that renders the picture or the sound into memory, as fast as a program reads it.
package struct SampleOutput: Output, Sendable {
  /// What is rendered.
  package let media: Track.MediaType
  /// The caps of the samples.
  package let caps: String
  /// The depth and the colours of the picture before the conversion into the caps.
  package let picture: PictureFormat

  /// Creates an output for one kind of media.
  package init(
    _ media: Track.MediaType, caps: String, picture: PictureFormat = PictureFormat()
  ) {
    (self.media, self.caps, self.picture) = (media, caps, picture)
  }

  /// Whether the picture is rendered.
  package var takesVideo: Bool { media == .video }
  /// Whether the sound is rendered.
  package var takesAudio: Bool { media == .audio }

  /// Adds a conversion and a sink; while nobody reads, at most three buffers wait.
  package func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    let sink = graph.add(
      "appsink", name: "samples", role: .output,
      [.init("sync", false), .init("max-buffers", 3), .init("enable-last-sample", false)])
    if let video {
      let queue = graph.link(
        video,
        graph.add(
          "queue", name: "picture-waiting",
          [
            .init("max-size-buffers", 3), .init("max-size-bytes", 0), .init("max-size-time", 0),
          ]))
      let converter = graph.link(queue, graph.add("pixelconvert", name: "picture-output"))
      graph.link(converter.restricted(to: caps), sink)
    } else if let audio {
      let converter = graph.link(
        audio, graph.add("audioconvert", name: "sound-output", [.init("dithering", "none")]))
      let resampler = graph.link(converter, graph.add("audioresample", name: "sound-rate"))
      graph.link(resampler.restricted(to: caps), sink)
    }
  }
}
