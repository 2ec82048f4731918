extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isLater` is true, in a collection that is partitioned
  /// by it; the end index if there is none.
  @inlinable
  package func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The elements that overlap a range.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - span: The range of an element. The ranges are in order, without overlaps.
  /// - Returns: The elements, which follow each other.
  @inlinable
  package func overlapping(_ range: TimeRange, by span: (Element) -> TimeRange) -> SubSequence {
    let first = partitioningIndex { span($0).end > range.start }
    let end = partitioningIndex { span($0).start >= range.end }
    return self[first..<Swift.max(first, end)]
  }
}
