/// A video filter that computes each frame from all pixels of the frame that it receives.
///
/// The output has the format of the input.
package protocol FramePainter: Element {
  /// The data that exists as long as the stream has one format.
  associatedtype State: Sendable

  /// The layouts that the element accepts, in order of preference.
  static var layouts: [MixerLayout] { get }

  /// Whether the output may have transparent pixels, so that it accepts layouts with alpha only.
  func isTransparent() throws(ElementError) -> Bool

  /// Creates the state for a stream, and again whenever its format changes.
  func makeState(for format: MixerFormat) throws(ElementError) -> State

  /// Whether the element would leave the frame unchanged.
  ///
  /// It then outputs the frame without a copy.
  func isIdle(at time: PlanTime, state: inout State) throws(ElementError) -> Bool

  /// Computes a frame.
  ///
  /// - Parameters:
  ///   - target: Where the result goes; all rows must be written.
  ///   - source: The frame.
  ///   - time: The stream time of the frame.
  ///   - state: The state.
  /// - Throws: ``ElementError``, which stops the stream.
  func paint(
    _ target: FrameRows, from source: FrameRows, at time: PlanTime, state: inout State
  ) throws(ElementError)
}
