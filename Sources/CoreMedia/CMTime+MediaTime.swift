package import CutawayTime

extension CMTime {
  /// Creates a time with a timescale of at least 600, so that programs can use it for other times.
  package init(_ time: MediaTime) {
    guard let scale = CMTimeScale(exactly: time.denominator) else {
      self.init(
        Int128(time.numerator), over: Int128(time.denominator), timescale: 1_000_000_000,
        isRounded: false, epoch: 0)
      return
    }
    let usual: CMTimeScale = 600
    let factor =
      usual % scale == 0 ? usual / scale : scale < usual ? (usual + scale - 1) / scale : 1
    let (value, isTooLarge) = time.numerator.multipliedReportingOverflow(by: Int64(factor))
    self.init(
      value: isTooLarge ? time.numerator : value, timescale: isTooLarge ? scale : scale * factor)
  }

  /// The exact time; `nil` if it is not numeric.
  package var mediaTime: MediaTime? {
    isNumeric ? MediaTime(value, over: Int64(timescale)) : nil
  }
}

extension CMTimeRange {
  /// Creates a range.
  package init(_ range: TimeRange) {
    self.init(start: CMTime(range.start), duration: CMTime(range.duration))
  }

  /// The exact range; `nil` if its ends are not numeric.
  package var exact: TimeRange? {
    guard isValid, let start = start.mediaTime, let duration = duration.mediaTime else {
      return nil
    }
    return TimeRange(start: start, duration: duration)
  }
}
