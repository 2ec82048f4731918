/// An output that encodes one rendering into several files.
package struct FilesOutput: Output, Sendable {
  /// A file, and the size of its picture.
  package struct File: Sendable {
    package var file: FileOutput
    /// The size to which the picture is scaled; `nil` keeps that of the rendering.
    package var size: (width: Int, height: Int)?

    package init(_ file: FileOutput, size: (width: Int, height: Int)? = nil) {
      self.file = file
      self.size = size
    }
  }

  /// The files, whose prefixes make the names of their elements unique.
  package var files: [File]

  /// Numbers the files in their order.
  package init(_ files: [File]) {
    self.files = files
    for index in files.indices { self.files[index].file.number = index }
  }

  package var takesVideo: Bool { files.contains { $0.file.takesVideo } }
  package var takesAudio: Bool { files.contains { $0.file.takesAudio } }
  /// The format in which the encoders get the picture.
  package var picture: PictureFormat {
    files.first { $0.file.takesVideo }?.file.picture ?? PictureFormat()
  }

  package func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    let pictures = video.map { graph.link($0, graph.add("tee", name: "renditions")) }
    let isShared = files.count { $0.file.takesAudio } > 1
    let sounds = isShared ? audio.map { graph.link($0, graph.add("tee", name: "sounds")) } : nil
    for output in files {
      let file = output.file
      var picture: PipelineGraph.Restricted?
      if file.takesVideo, let pictures {
        let branch = graph.link(
          pictures, graph.add("queue", name: file.prefix + "branch", Self.queueLimits))
        picture = scaled(branch, to: output.size, name: file.prefix + "scale", in: &graph)
      }
      file.build(
        in: &graph, video: picture,
        audio: file.takesAudio ? sounds?.restricted(to: "audio/x-raw") ?? audio : nil)
    }
  }

  private func scaled(
    _ branch: PipelineGraph.Port, to size: (width: Int, height: Int)?, name: String,
    in graph: inout PipelineGraph
  ) -> PipelineGraph.Restricted {
    guard let size else { return branch.restricted(to: "video/x-raw") }
    let scaler = graph.add(
      "videoscale", name: name, [.init("method", "lanczos"), .init("add-borders", false)])
    return graph.link(branch, scaler).restricted(
      to: "video/x-raw,width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1")
  }

  /// Each size is encoded on threads of its own; frames are large.
  private static let queueLimits: [PipelineGraph.Property] = [
    .init("max-size-buffers", 3), .init("max-size-bytes", 0), .init("max-size-time", 0),
  ]
}
