import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension Player.Transport {
  /// Replaces the composition and keeps the position.
  ///
  /// - Returns: The new stage, if it needs other sinks.
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

  /// Makes the next seek reopen all files.
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
  /// - Returns: Whether the change takes effect only after a seek.
  mutating func install(_ next: Player.Stage) throws -> Bool {
    var needsSeek = try connect(next)
    for stream in next.streams(for: output) {
      guard let old = stage.graphs[stream], let new = next.graphs[stream],
        let changes = old.changes(to: new)
      else { continue }
      pipeline.apply(changes)
      needsSeek = needsSeek || !state.isPlaying && !changes.isEmpty
      // A change of a source takes effect with a seek, any other with the next frame.
      let sources = Set(new.elements.filter { $0.factory == "tracksrc" }.map(\.name))
      needsSeek = needsSeek || changes.contains { sources.contains($0.element) }
    }
    stage = next
    mirror.change(to: next.translation.duration)
    return needsSeek
  }

  /// Reconnects the graphs that differ in more than properties: all of them, or none if one fails.
  ///
  /// - Returns: Whether any graph was reconnected.
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
