package import CutawayElementKit

/// A bin that contains one chain of elements at a time: the one for the current stream time.
///
/// The bin builds a chain when the first buffer of its span arrives, and removes it when a buffer
/// outside the span arrives. Other spans use no memory except for their text.
package protocol ChainSelector: Element, Equatable {
  /// The caps of both pads, in GStreamer's notation.
  static var caps: String { get }

  /// The chains in order of time.
  ///
  /// - Throws: `ElementError` if the settings are invalid.
  func makePlan() throws(ElementError) -> [ChainSpan]
}

/// A chain of elements and the time range in which it applies.
package struct ChainSpan: Sendable, Hashable {
  /// The time range, in nanoseconds of stream time.
  package var range: Range<Int64>
  /// The elements, in the syntax of `gst-launch-1.0`.
  package var chain: String

  /// Creates a span; `range` is in nanoseconds of stream time.
  package init(range: Range<Int64>, chain: String) {
    self.range = range
    self.chain = chain
  }
}

extension [ChainSpan] {
  /// The chain at a stream time; empty if there is none.
  func chain(at time: Int64) -> String {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.upperBound <= time { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].range.contains(time) ? self[low].chain : ""
  }
}
