import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

// Subtitle streams for a muxer: one `appsrc` each, which receives all of its cues before the
// pipeline starts.
extension PipelineGraph {
  /// Links subtitle streams to the muxer.
  ///
  /// - Parameters:
  ///   - tracks: The streams.
  ///   - number: The number of the file in the graph.
  mutating func addSubtitles(_ tracks: [Subtitles], toFile number: Int = 0) {
    guard let muxer = element(.muxer.ofFile(number))?.name else { return }
    let prefix = number == 0 ? "" : "file-\(number)-"
    for (index, track) in tracks.enumerated() {
      let source = add(
        "appsrc", name: "\(prefix)subtitles-\(index)", role: .subtitles(index).ofFile(number),
        [
          .init("caps", "text/x-raw,format=utf8"), .init("format", "time"), .init("max-bytes", 0),
        ])
      // In Matroska, a stream without a language is English.
      let code = tagCode(track.language ?? "und")
      let tags = add(
        "taginject", name: "\(prefix)subtitles-\(index)-tags",
        [.init("tags", .string("language-code=\(code)"))])
      link(link(source, tags), Port(element: muxer, pad: "subtitle_\(index)"))
    }
  }
}

extension Pipeline {
  /// Passes all cues to the sources, before the pipeline starts.
  ///
  /// - Parameters:
  ///   - tracks: The subtitles.
  ///   - number: The number of the file in the pipeline.
  /// - Throws: ``PipelineError`` if a source refuses them.
  func send(_ tracks: [Subtitles], toFile number: Int = 0) throws(PipelineError) {
    for (index, track) in tracks.enumerated() {
      try send(
        track.cues.map { (text: $0.text, range: $0.range) },
        through: .subtitles(index).ofFile(number))
    }
  }
}
