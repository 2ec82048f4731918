/// Renders the sound as fast as it goes, for measuring it.
public struct MeterOutput: Output, Sendable {
  /// What the sink is called; it takes what the mix is: 32-bit float.
  public static let sink = "meter"

  public init() {}

  public var takesVideo: Bool { false }
  public var takesAudio: Bool { true }

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
