import GStreamer
import MediaTime
import PipelineGraph
import Translation

extension Player.Transport {
  /// Plays another composition from the same position on.
  ///
  /// - Returns: The stage, where it needs other sinks.
  mutating func replace(
    with composition: ResolvedComposition, reloadingMedia reloadsMedia: Bool,
    _ observe: (Player.Event) -> Void
  ) -> Player.Stage? {
    do {
      let next = try Player.Stage(composition, settings, backward: isBackward)
      state.time = min(position, next.translation.duration)
      state.duration = next.translation.duration
      if next.streams(for: output) != stage.streams(for: output) {
        observe(.replaced)
        return next
      }
      let needsSeek = try install(next) || reloadsMedia
      if reloadsMedia { reloadMedia() }
      keyFrames = nil
      layOverlay()
      if needsSeek { seek(to: state.time) }
      observe(.replaced)
    } catch {
      observe(.replacementFailed("\(error)"))
    }
    return nil
  }

  /// Makes the next seek open all files anew.
  private mutating func reloadMedia() {
    revision += 1
    for graph in stage.graphs.values {
      pipeline.apply(
        graph.elements.filter { $0.factory == "tracksrc" }.map {
          .init(element: $0.name, property: "revision", value: .int(revision))
        })
    }
  }

  /// Changes the pipeline from one stage to another with the same streams.
  ///
  /// - Returns: Whether a seek is needed before it takes effect.
  mutating func install(_ next: Player.Stage) throws -> Bool {
    var needsSeek = false
    for stream in next.streams(for: output) {
      guard let old = stage.graphs[stream], let new = next.graphs[stream] else { continue }
      if let changes = old.changes(to: new) {
        pipeline.apply(changes)
        needsSeek = needsSeek || !state.isPlaying && !changes.isEmpty
        // What a source plays changes with a seek, all else with the next frame.
        let sources = Set(new.elements.filter { $0.factory == "tracksrc" }.map(\.name))
        needsSeek = needsSeek || changes.contains { sources.contains($0.element) }
      } else {
        try pipeline.connect(new, to: stream.entrance)
        needsSeek = true
      }
    }
    stage = next
    mirror.change(to: next.translation.duration)
    return needsSeek
  }
}
