extension Array {
  /// The index of the first element for which `isLater` is true, in an array that is partitioned by
  /// it.
  package func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
