import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// The keyframes of a property as its element needs them, stored until the property changes.
package struct ParsedKeyframes<Value: ComponentValue>: Sendable {
  /// Whether values are requested at exact times, not at whole nanoseconds.
  private let isExact: Bool
  /// The valid range of values; `nil` allows any value.
  private let valid: ClosedRange<Double>?
  private var source = Shared(KeyframeWindows<Value>())
  private var values = KeyframeWindows<Value>()

  init(isExact: Bool = false) {
    self.isExact = isExact
    valid = nil
  }

  /// The keyframes of a property.
  ///
  /// - Throws: `ElementError`, which quotes the invalid entry, or a value out of range.
  mutating func values(
    of source: Shared<KeyframeWindows<Value>>, property: String
  ) throws(ElementError) -> KeyframeWindows<Value> {
    if source != self.source {
      let read = try source.value(of: property)
      try check(read, property)
      values = isExact ? read : read.flooredToNanoseconds()
      self.source = source
    }
    return values
  }

  private func check(_ read: KeyframeWindows<Value>, _ property: String) throws(ElementError) {
    guard let valid else { return }
    for case let value as Double in read.windows.flatMap(\.values.allValues)
    where !valid.contains(value) {
      throw ElementError(
        "\(property): a value lies between \(valid.lowerBound) and \(valid.upperBound), not "
          + "\(value)", code: .invalidSettings)
    }
  }
}

extension ParsedKeyframes<Double> {
  /// Creates keyframes whose values must lie in a range; an easing may overshoot it.
  init(isExact: Bool = false, in valid: ClosedRange<Double>) {
    self.isExact = isExact
    self.valid = valid
  }
}

extension MediaTime {
  /// Converts the time of a frame or a sample.
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.init(nanoseconds: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }
}
