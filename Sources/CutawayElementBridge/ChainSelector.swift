public import CutawayElementKit

/// A bin that has one chain of elements between its pads at a time: the one for the time of the stream.
///
/// A chain is built when the first buffer of its span arrives, and dropped when something outside of it
/// does: spans that are over, or have not begun, hold nothing but their text.
public protocol ChainSelector: Element, Equatable {
  /// The caps that both pads may have, as GStreamer writes them.
  static var caps: String { get }

  /// The chains, in order of time.
  func makePlan() throws(ElementError) -> [ChainSpan]
}

/// A chain of elements and when it is in effect.
public struct ChainSpan: Sendable, Hashable {
  /// In nanoseconds of stream time.
  public var range: Range<Int64>
  /// The elements, in the syntax of `gst-launch-1.0`.
  public var chain: String

  public init(range: Range<Int64>, chain: String) {
    self.range = range
    self.chain = chain
  }
}

extension [ChainSpan] {
  /// The chain at a stream time; empty where there is none.
  func chain(at time: Int64) -> String {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.upperBound <= time { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].range.contains(time) ? self[low].chain : ""
  }
}
