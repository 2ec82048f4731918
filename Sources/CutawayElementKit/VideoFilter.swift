public import CutawayGraph

/// A video effect that works on one frame at a time, in place.
public protocol VideoFilter: StatefulVideoFilter where State == Void {
  /// Processes a frame in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply(to frame: inout VideoFrame) throws(ElementError)
}

/// A video effect that keeps state between frames.
public protocol StatefulVideoFilter: Element {
  /// The data that persists between frames: a history, a table, a random number generator.
  associatedtype State: Sendable

  /// The layouts that the filter accepts, in order of preference.
  static var layouts: [PixelLayout] { get }

  /// Creates the state for a stream, and again whenever its format changes.
  func makeState(for format: VideoFormat) throws(ElementError) -> State

  /// Whether the filter would leave the frame at stream time `time` unchanged.
  ///
  /// The element then outputs the frame without a copy.
  func isIdle(at time: Duration, state: inout State) throws(ElementError) -> Bool

  /// Processes a frame in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply(to frame: inout VideoFrame, state: inout State) throws(ElementError)
}

extension StatefulVideoFilter {
  /// It keeps pace; its frames may depend on earlier ones, which its state may remember.
  public static var traits: ElementTraits { .keepsPace }
}

extension StatefulVideoFilter where State == Void {
  /// It keeps pace, and remembers no frames.
  public static var traits: ElementTraits { [.stateless, .keepsPace] }
}

extension StatefulVideoFilter {
  /// BGRA and RGBA, the default of a filter.
  public static var layouts: [PixelLayout] { [.bgra, .rgba] }

  /// The default: every frame is processed.
  public func isIdle(at time: Duration, state: inout State) throws(ElementError) -> Bool { false }
}

extension VideoFilter {
  /// A filter without state needs nothing here.
  public func makeState(for format: VideoFormat) {}

  /// Calls ``VideoFilter/apply(to:)``, because there is no state.
  public func apply(to frame: inout VideoFrame, state: inout Void) throws(ElementError) {
    try apply(to: &frame)
  }
}
