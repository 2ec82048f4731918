public import CutawayDiagnostics
public import CutawayModel
public import CutawayTime

/// Translates a composition to a graph.
///
/// The translation opens and runs nothing. The same composition and media give the same graph.
public struct Translation: Sendable {
  /// The composition with its media, as passed to the initializer.
  public let resolved: ResolvedComposition
  private(set) var timeline: Timeline

  /// Prepares to translate a composition, or a part of it.
  ///
  /// - Parameters:
  ///   - resolved: The composition with its media.
  ///   - range: The part to render; its start becomes time 0 of the output. The time past the end
  ///     of the composition is left out.
  ///   - onMissing: The reaction to a segment whose source fails during playback.
  /// - Throws: ``TranslationError`` if no part of the composition lies in the range.
  public init(
    _ resolved: ResolvedComposition, range: TimeRange? = nil, onMissing: MissingMedia = .stop
  ) throws(TranslationError) {
    self.resolved = resolved
    let whole = TimeRange(start: .zero, duration: resolved.duration)
    guard let part = whole.intersection(range ?? whole) else {
      throw TranslationError(
        .invalidComposition,
        faults: [
          Composition.Fault(
            path: [],
            error: CompositionError(
              .outOfRange,
              "the range \(range ?? whole) contains no part of the composition, which lasts "
                + "\(resolved.duration.text) s"))
        ])
    }
    timeline = Timeline(resolved: resolved, range: part, onMissing: onMissing)
  }

  /// The part of the composition that is rendered.
  public var range: TimeRange { timeline.range }

  /// The linear gain of the whole mix, in the time of the output; 1 by default.
  public var gain: AnimatedValue<Double> {
    get { timeline.gain }
    set { timeline.gain = newValue }
  }

  /// The duration of the output.
  public var duration: MediaTime { timeline.duration }

  /// The complete graph that renders to an output.
  public func graph(to output: some Output) -> PipelineGraph {
    var graph = PipelineGraph(), timeline = timeline
    timeline.picture = output.picture
    let video = output.takesVideo ? timeline.buildVideo(in: &graph) : nil
    let audio = output.takesAudio ? timeline.buildAudio(in: &graph) : nil
    output.build(in: &graph, video: video, audio: audio)
    return graph
  }
}

/// The destination of a rendered composition: sinks, a file, or images in memory.
public protocol Output {
  /// Whether the output renders video; if not, the graph has no video elements.
  var takesVideo: Bool { get }
  /// Whether the output renders sound; if not, the graph has no audio elements.
  var takesAudio: Bool { get }
  /// The format in which the output gets the video; by default 8 bits in BT.709.
  var picture: PictureFormat { get }

  /// Adds the elements that receive the video and the sound; `nil` for a stream that does not
  /// exist.
  func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?)
}

extension Output {
  /// 8 bits in BT.709.
  public var picture: PictureFormat { PictureFormat() }
}
