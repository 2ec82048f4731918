import CutawayDiagnostics
import CutawayGraph
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTimeline

extension Player {
  /// A composition translated for playback in one direction.
  struct Stage {
    let translation: Translation
    let graphs: [OutputStream: PipelineGraph]

    init(
      _ composition: ResolvedComposition, _ settings: Settings, backward isBackward: Bool
    ) throws(TranslationError) {
      self.init(
        try Translation(composition, range: settings.range, onMissing: settings.onMissing),
        backward: isBackward)
    }

    private init(_ translation: Translation, backward isBackward: Bool) {
      self.translation = translation
      var graphs: [OutputStream: PipelineGraph] = [:]
      for stream in OutputStream.allCases {
        graphs[stream] = translation.graph(of: stream, backward: isBackward)
      }
      self.graphs = graphs
    }

    /// The same composition in the given direction.
    func turned(backward isBackward: Bool) -> Stage { Stage(translation, backward: isBackward) }

    /// The streams that both the composition and the sinks have.
    func streams(for output: SinkOutput) -> Set<OutputStream> {
      Set(graphs.keys.filter { $0 == .picture ? output.takesVideo : output.takesAudio })
    }

    /// The streams that both the composition and the sinks have.
    ///
    /// - Throws: `PipelineError` if there is none.
    func neededStreams(for output: SinkOutput) throws(PipelineError) -> Set<OutputStream> {
      let streams = streams(for: output)
      if !streams.isEmpty { return streams }
      let there = graphs.keys.map(\.rawValue).sorted().joined(separator: " and ")
      throw PipelineError(
        .invalidDescription,
        there.isEmpty
          ? "there is nothing to play: the composition has neither video nor audio"
          : "there is nothing to play: the composition has \(there) only, and no sink accepts it")
    }

    /// The timeline for the lower part of the picture; `nil` if it cannot be drawn.
    var overlay: FrameOverlay? {
      let resolved = translation.resolved, size = resolved.outputSize
      let strip = TimelineStrip(
        resolved.composition, media: resolved.media, range: translation.range, over: size)
      guard let picture = strip.drawing.rendered() else { return nil }
      let top = size.height - strip.size.height
      return FrameOverlay(
        RawPicture(
          width: picture.size.width, height: picture.size.height, pixels: picture.pixels),
        x: 0, y: top,
        playhead: .init(
          left: strip.scale.left, way: strip.scale.width, duration: translation.duration, top: top,
          width: max(2, size.width / 640), height: strip.size.height))
    }
  }
}
