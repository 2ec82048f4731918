import CutawayKeyframes
import CutawayTime

/// Windows of stream time, from a property of an element.
package struct TimeWindows: Sendable, Hashable {
  /// The windows in nanoseconds, in order and without overlaps.
  private let ranges: [Range<Int64>]

  /// Parses `START..END` in seconds, split by semicolons.
  ///
  /// - Parameter text: The text of a property `windows`.
  /// - Throws: `ElementError` with the code `invalidSettings`, which names the wrong part.
  package init(_ text: String) throws(ElementError) {
    var ranges: [Range<Int64>] = []
    for text in text.split(separator: ";") {
      let text = text.trimming(while: \.isWhitespace)
      if text.isEmpty { continue }
      guard let range = TimeRange(text: text) else {
        throw ElementError("windows: '\(text)' is not START..END", code: .invalidSettings)
      }
      // Frame times are whole nanoseconds, rounded towards zero.
      let (start, end) = (range.start.nanoseconds, range.end.nanoseconds)
      if let last = ranges.last, start < last.upperBound {
        throw ElementError(
          "windows: '\(text)' starts before the window before it ends",
          code: .invalidSettings)
      }
      if start < end { ranges.append(start..<end) }
    }
    self.ranges = ranges
  }

  /// Windows that contain nothing.
  package init() { ranges = [] }

  /// Whether a window contains a time in nanoseconds; the end is not part of a window.
  package func contains(_ time: Int64) -> Bool {
    var low = 0, high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= time { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(time)
  }
}

extension Substring {
  fileprivate func trimming(while isOutside: (Character) -> Bool) -> Substring {
    var rest = drop(while: isOutside)
    while let last = rest.last, isOutside(last) { rest.removeLast() }
    return rest
  }
}
