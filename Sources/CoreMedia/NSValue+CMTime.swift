extension NSValue {
  /// Creates a value that holds a time.
  public convenience init(time: CMTime) {
    self.init(providing: { sameInstance(BoxedValue(time)) })
  }
  /// Creates a value that holds a range.
  public convenience init(timeRange: CMTimeRange) {
    self.init(providing: { sameInstance(BoxedValue(timeRange)) })
  }
  /// Creates a value that holds a mapping.
  public convenience init(timeMapping: CMTimeMapping) {
    self.init(providing: { sameInstance(BoxedValue(timeMapping)) })
  }
  /// The time in the value; invalid if it holds something else.
  public var timeValue: CMTime { (self as? BoxedValue<CMTime>)?.content ?? .invalid }
  /// The range in the value; invalid if it holds something else.
  public var timeRangeValue: CMTimeRange {
    (self as? BoxedValue<CMTimeRange>)?.content ?? .invalid
  }
  /// The mapping in the value; invalid if it holds something else.
  public var timeMappingValue: CMTimeMapping {
    (self as? BoxedValue<CMTimeMapping>)?.content ?? .invalid
  }
}
