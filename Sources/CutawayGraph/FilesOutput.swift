/// An output that encodes one picture in several sizes, each into a file of its own, and the sound into
/// another one.
package struct LadderOutput: Output, Sendable {
  /// A size of the picture, and the file that gets it.
  package struct Rendition: Sendable {
    package var width: Int
    package var height: Int
    /// A file with video only; its prefix makes the names of its elements unique.
    package var file: FileOutput

    package init(width: Int, height: Int, file: FileOutput) {
      self.width = width
      self.height = height
      self.file = file
    }
  }

  /// The sizes, the largest one, which is that of the picture, first.
  package var renditions: [Rendition]
  /// A file with sound only; `nil` writes none.
  package var sound: FileOutput?

  package init(renditions: [Rendition], sound: FileOutput?) {
    self.renditions = renditions
    self.sound = sound
  }

  package var takesVideo: Bool { !renditions.isEmpty }
  package var takesAudio: Bool { sound != nil }
  /// The format in which the encoders get the picture.
  package var picture: PictureFormat { renditions.first?.file.picture ?? PictureFormat() }

  package func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    if let video {
      let fork = graph.link(video, graph.add("tee", name: "renditions"))
      for (index, rendition) in renditions.enumerated() {
        var port = graph.link(
          fork, graph.add("queue", name: "\(rendition.file.prefix)branch", Self.queueLimits))
        if index > 0 {
          port = graph.link(
            port,
            graph.add(
              "videoscale", name: "\(rendition.file.prefix)scale",
              [.init("method", "lanczos"), .init("add-borders", false)]))
        }
        let caps =
          "video/x-raw,width=\(rendition.width),height=\(rendition.height),pixel-aspect-ratio=1/1"
        rendition.file.build(in: &graph, video: port.restricted(to: caps), audio: nil)
      }
    }
    sound?.build(in: &graph, video: nil, audio: audio)
  }

  /// Each size is encoded on threads of its own; frames are large.
  private static let queueLimits: [PipelineGraph.Property] = [
    .init("max-size-buffers", 3), .init("max-size-bytes", 0), .init("max-size-time", 0),
  ]
}
