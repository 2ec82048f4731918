package import CutawayTime

/// Windows of time, in which an element passes frames or draws.
///
/// Their text form is `START..END` in seconds, split by semicolons.
package struct TimeWindows: SharedValue {
  /// In order, without overlaps.
  private let windows: [TimeRange]
  /// The windows in nanoseconds, without empty ones: frame times are whole nanoseconds, rounded towards zero.
  private let ranges: [Range<Int64>]

  /// Creates windows from ranges in order, without overlaps; without any, they contain nothing.
  package init(_ windows: [TimeRange] = []) {
    self.windows = windows
    ranges = windows.map { $0.start.nanoseconds..<$0.end.nanoseconds }.filter { !$0.isEmpty }
  }

  /// Parses the output of ``text``.
  ///
  /// - Throws: `CompositionError` that quotes the invalid part.
  package init(text: String) throws(CompositionError) {
    var windows: [TimeRange] = []
    for part in text.split(separator: ";") {
      let part = part.trimming(while: \.isWhitespace)
      if part.isEmpty { continue }
      guard let range = TimeRange(text: part) else {
        throw CompositionError(.invalidValue, "'\(part)' is not START..END")
      }
      if let last = windows.last, range.start < last.end {
        throw CompositionError(.overlap, "'\(part)' starts before the window before it ends")
      }
      windows.append(range)
    }
    self.init(windows)
  }

  /// The windows, split by semicolons.
  package var text: String { windows.map { "\($0)" }.joined(separator: ";") }

  /// Whether there are no windows.
  package var isEmpty: Bool { windows.isEmpty }

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
