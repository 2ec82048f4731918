/// A video effect that works on one frame at a time, in place.
public protocol VideoFilter: StatefulVideoFilter where State == Void {
  func apply(to frame: inout VideoFrame) throws(ElementError)
}

/// A video effect that remembers something between frames.
public protocol StatefulVideoFilter: Element {
  /// What lives from one frame to the next: a history, a table, a random number generator.
  associatedtype State: Sendable

  /// The layouts this filter accepts, best first.
  static var layouts: [PixelLayout] { get }

  /// Creates the state for a stream, and again whenever its format changes.
  func makeState(for format: VideoFormat) throws(ElementError) -> State

  /// Whether the frame at `time` of the stream would come out as it went in. It is then handed on
  /// untouched, without a copy.
  func isIdle(at time: Duration, state: inout State) throws(ElementError) -> Bool

  func apply(to frame: inout VideoFrame, state: inout State) throws(ElementError)
}

extension StatefulVideoFilter {
  public static var layouts: [PixelLayout] { [.bgra, .rgba] }

  public func isIdle(at time: Duration, state: inout State) throws(ElementError) -> Bool { false }
}

extension VideoFilter {
  public func makeState(for format: VideoFormat) {}

  public func apply(to frame: inout VideoFrame, state: inout Void) throws(ElementError) {
    try apply(to: &frame)
  }
}
