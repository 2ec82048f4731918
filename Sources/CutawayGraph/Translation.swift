public import CutawayModel
public import CutawayTime

/// Composition → graph.
///
/// Nothing is opened or run; the same composition and media give the same graph.
public struct Translation: Sendable {
  public let resolved: ResolvedComposition
  private(set) var timeline: Timeline

  /// Prepares to translate a composition, or a part of it.
  ///
  /// - Parameters:
  ///   - resolved: The composition and what is known of its media.
  ///   - range: The part to render; its start becomes the output's 0. What lies past the end of the
  ///     composition is left out.
  ///   - onMissing: What becomes of a segment whose source fails while it plays.
  /// - Throws: ``TranslationError`` where nothing of the composition lies in the range.
  public init(
    _ resolved: ResolvedComposition, range: TimeRange? = nil, onMissing: MissingMedia = .stop
  ) throws(TranslationError) {
    self.resolved = resolved
    let whole = TimeRange(start: .zero, duration: resolved.duration)
    guard let part = whole.intersection(range ?? whole) else {
      throw TranslationError([
        Composition.Fault(
          path: [],
          error: CompositionError(
            .outOfRange,
            "the range \(range ?? whole) shows nothing of a composition that lasts "
              + "\(resolved.duration.text) s"))
      ])
    }
    timeline = Timeline(resolved: resolved, range: part, onMissing: onMissing)
  }

  /// The part of the composition that is rendered.
  public var range: TimeRange { timeline.range }

  /// What the whole mix is multiplied by, 1 by default, in the time of the output.
  public var gain: AnimatedValue<Double> {
    get { timeline.gain }
    set { timeline.gain = newValue }
  }

  /// The length of what is rendered.
  public var duration: MediaTime { timeline.duration }

  /// The graph that renders to an output.
  public func graph(to output: some Output) -> PipelineGraph {
    var graph = PipelineGraph()
    let video = output.takesVideo ? timeline.buildVideo(in: &graph) : nil
    let audio = output.takesAudio ? timeline.buildAudio(in: &graph) : nil
    output.build(in: &graph, video: video, audio: audio)
    return graph
  }
}

/// What a composition is rendered to: sinks, a file, a picture.
public protocol Output {
  var takesVideo: Bool { get }
  var takesAudio: Bool { get }

  /// Adds elements behind the picture and the sound.
  func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?)
}
