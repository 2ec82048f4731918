package import CutawayTime

extension TimeRange {
  /// Parses `START..END`.
  ///
  /// The range must not be empty.
  package init?(text: some StringProtocol) {
    guard let times = text.timesAroundDots, times.start < times.end else { return nil }
    self.init(start: times.start, end: times.end)
  }
}

extension StringProtocol {
  /// The times of `START..END`, in any order.
  package var timesAroundDots: (start: MediaTime, end: MediaTime)? {
    let text = filter { !$0.isWhitespace }
    guard let dots = text.firstRange(of: ".."),
      let start = MediaTime(String(text[..<dots.lowerBound])),
      let end = MediaTime(String(text[dots.upperBound...]))
    else { return nil }
    return (start, end)
  }
}
