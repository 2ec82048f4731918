/// An output that renders the sound as fast as possible, for measuring it.
public struct MeterOutput: Output, Sendable {
  /// The name of the sink, which receives the mix as 32-bit float samples.
  public static let sink = "meter"

  /// Creates an output; it has no settings.
  public init() {}

  /// `false`: the picture is not measured.
  public var takesVideo: Bool { false }
  /// `true`: the mix is measured.
  public var takesAudio: Bool { true }

  /// Adds a sink for the sound; ignores `video`.
  public func build(
    in graph: inout PipelineGraph, video: PipelineGraph.Restricted?,
    audio: PipelineGraph.Restricted?
  ) {
    guard let audio else { return }
    graph.link(
      audio,
      graph.add(
        "fakesink", name: Self.sink, [.init("sync", false), .init("enable-last-sample", false)]))
  }
}
