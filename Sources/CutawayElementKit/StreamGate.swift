package import CutawayKeyframes

/// An element that passes on buffers during some time ranges, and replaces all others by gap events.
package protocol StreamGate: Element, Equatable {
  /// The caps of both pads, in GStreamer's notation.
  static var caps: String { get }

  /// Whether seeks from downstream go on upstream.
  var passesSeeks: Bool { get }

  /// Whether allocation queries from upstream go on downstream.
  var passesAllocation: Bool { get }

  /// The windows of stream time in which buffers pass.
  ///
  /// - Throws: `ElementError` if the settings are invalid.
  func makePlan() throws(ElementError) -> TimeWindows
}
