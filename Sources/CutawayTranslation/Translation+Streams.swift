/// A stream that a composition produces.
package enum OutputStream: String, Sendable, Hashable, CaseIterable {
  /// The composed video, and the mix of the audio tracks.
  case picture, sound

  /// The element that receives the stream in a preview.
  package var entrance: PipelineGraph.Role {
    self == .picture ? .videoEntrance : .audioEntrance
  }
}

extension Translation {
  /// The graph that produces one of the streams, with an open end; `nil` if the composition does
  /// not have the stream.
  ///
  /// - Parameters:
  ///   - stream: The stream to produce.
  ///   - isBackward: Whether the graph is for backward playback. The graph of the picture works in
  ///     both directions. The graph of the sound then produces a stream that runs forwards from the
  ///     end of the composition, because GStreamer's audio mixers cannot run backwards.
  ///   - picture: The format of the picture.
  /// - Returns: The graph. Its open end is the `src` pad of the last element.
  package func graph(
    of stream: OutputStream, backward isBackward: Bool = false,
    in picture: PictureFormat = PictureFormat()
  ) -> PipelineGraph? {
    var graph = PipelineGraph(), timeline = timeline
    timeline.picture = picture
    timeline.isReversed = isBackward
    let end = stream == .picture ? timeline.buildVideo(in: &graph) : timeline.buildAudio(in: &graph)
    guard let end else { return nil }
    graph.link(end, graph.add("identity", name: stream.rawValue + "-end"))
    return graph
  }
}
