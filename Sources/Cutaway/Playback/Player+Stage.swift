import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

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
  }
}
