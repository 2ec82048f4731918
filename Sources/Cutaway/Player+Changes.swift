import CutawayGraph
import CutawayRuntime
import CutawayTime

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
      let time = min(position, next.translation.duration)
      let isInPlace = try next.neededStreams(for: output) == stage.streams(for: output)
      let needsSeek = try isInPlace && (install(next) || reloadsMedia)
      state.time = time
      state.duration = next.translation.duration
      if !isInPlace {
        observe(.replaced)
        return next
      }
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
    var needsSeek = try connect(next)
    for stream in next.streams(for: output) {
      guard let old = stage.graphs[stream], let new = next.graphs[stream],
        let changes = old.changes(to: new)
      else { continue }
      pipeline.apply(changes)
      needsSeek = needsSeek || !state.isPlaying && !changes.isEmpty
      // What a source plays changes with a seek, all else with the next frame.
      let sources = Set(new.elements.filter { $0.factory == "tracksrc" }.map(\.name))
      needsSeek = needsSeek || changes.contains { sources.contains($0.element) }
    }
    stage = next
    mirror.change(to: next.translation.duration)
    return needsSeek
  }

  /// Connects what is not the old graph with other properties; all of it or nothing.
  ///
  /// - Returns: Whether there was any.
  private mutating func connect(_ next: Player.Stage) throws -> Bool {
    var connected: [OutputStream] = []
    for stream in next.streams(for: output) {
      guard let old = stage.graphs[stream], let new = next.graphs[stream],
        old.changes(to: new) == nil
      else { continue }
      do {
        try pipeline.connect(new, to: stream.entrance)
        connected.append(stream)
      } catch {
        for stream in connected {
          if let old = stage.graphs[stream] { try pipeline.connect(old, to: stream.entrance) }
        }
        if !connected.isEmpty { seek(to: position) }
        throw error
      }
    }
    return !connected.isEmpty
  }
}
