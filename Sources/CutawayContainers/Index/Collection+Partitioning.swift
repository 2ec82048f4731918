extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isLater` is true, in a collection that is partitioned
  /// by it; the end index if there is none.
  package func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
