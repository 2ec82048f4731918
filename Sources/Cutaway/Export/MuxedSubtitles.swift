import CutawayGraph
import CutawayModel
import CutawayRuntime
import CutawayTime

/// Subtitles as streams of their own into a muxer: an `appsrc` each, which is given all of them before
/// the pipeline starts.
extension PipelineGraph {
  /// Links subtitles to the element `muxer`.
  mutating func addSubtitles(_ tracks: [Subtitles]) {
    for (index, track) in tracks.enumerated() {
      let source = add(
        "appsrc", name: Pipeline.subtitleSource(index),
        [
          .init("caps", "text/x-raw,format=utf8"), .init("format", "time"), .init("max-bytes", 0),
        ])
      // GStreamer's tag has no regions. Matroska takes a stream of which nothing is said for English.
      let code = (track.language ?? "und").prefix { $0 != "-" }.lowercased()
      let tags = add(
        "taginject", name: "subtitles-\(index)-tags",
        [.init("tags", .string("language-code=\(code)"))])
      link(link(source, tags), Port(element: "muxer", pad: "subtitle_\(index)"))
    }
  }
}

extension Pipeline {
  fileprivate static func subtitleSource(_ index: Int) -> String { "subtitles-\(index)" }

  /// Gives the sources all that they will send; before the pipeline starts.
  ///
  /// - Throws: ``PipelineError`` where one does not take them.
  func send(_ tracks: [Subtitles]) throws(PipelineError) {
    for (index, track) in tracks.enumerated() {
      try send(
        track.cues.map { (text: $0.text, range: $0.range) }, through: Self.subtitleSource(index))
    }
  }
}
