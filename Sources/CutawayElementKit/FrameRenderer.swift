/// A video element that draws each frame anew, maybe in another size.
///
/// The output has the layout of the input; its size is what comes after the element in the pipeline,
/// or that of the input.
public protocol FrameRenderer: Element {
  /// What lives as long as the stream has one format.
  associatedtype State: Sendable

  /// What one frame needs and all its bands share.
  associatedtype Plan: Sendable

  /// The layouts this element accepts, best first.
  static var layouts: [PixelLayout] { get }

  /// Creates the state for a stream, and again whenever one of the formats changes.
  func makeState(
    from input: VideoFormat, to output: VideoFormat
  ) throws(ElementError) -> State

  /// Prepares the frame at `time` of the stream; `nil` hands the input on untouched, without a copy.
  /// The sizes must then be equal.
  func plan(at time: Duration, state: inout State) throws(ElementError) -> Plan?

  /// Draws some rows of the output.
  ///
  /// Bands are drawn at the same time on several threads.
  ///
  /// - Parameters:
  ///   - source: The whole input frame.
  ///   - band: The rows to write, all of them.
  ///   - firstRow: Which row of the output is the band's first.
  ///   - plan: What ``plan(at:state:)`` prepared.
  static func render(
    _ source: FrameView, into band: inout VideoFrame, firstRow: Int, plan: Plan)
}
