public import CutawayGraph

/// A video element that draws each output frame from an input frame, optionally in another size.
///
/// The output has the layout of the input. Downstream caps determine its size, else it is that of
/// the input.
public protocol FrameRenderer: Element {
  /// The data that exists as long as the stream has one format.
  associatedtype State: Sendable

  /// The data for one frame, which all of its bands share.
  associatedtype Plan: Sendable

  /// The layouts that the element accepts, in order of preference.
  static var layouts: [PixelLayout] { get }

  /// Creates the state for a stream, and again whenever one of the formats changes.
  func makeState(
    from input: VideoFormat, to output: VideoFormat
  ) throws(ElementError) -> State

  /// Prepares the frame at stream time `time`; `nil` outputs the input unchanged, without a copy.
  ///
  /// The result may be `nil` only if both sizes are equal.
  func plan(at time: Duration, state: inout State) throws(ElementError) -> Plan?

  /// Draws some rows of the output.
  ///
  /// Several threads draw bands at the same time.
  ///
  /// - Parameters:
  ///   - source: The whole input frame.
  ///   - band: The rows to write; all of them must be written.
  ///   - firstRow: The output row that is the first one of the band.
  ///   - plan: The plan from ``plan(at:state:)``.
  static func render(
    _ source: FrameView, into band: inout VideoFrame, firstRow: Int, plan: Plan)
}

extension FrameRenderer {
  /// It keeps pace; its frames may depend on earlier ones.
  public static var traits: ElementTraits { .keepsPace }
}
