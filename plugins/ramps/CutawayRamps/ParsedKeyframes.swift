import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// Keyframes parsed from a property, stored until its text changes.
package struct ParsedKeyframes<Value: ComponentValue>: Sendable {
  /// Whether values are requested at exact times, not at whole nanoseconds.
  private let isExact: Bool
  /// The valid range of values; `nil` allows any value.
  private let valid: ClosedRange<Double>?
  private var text = ""
  private var values = KeyframeWindows<Value>()

  init(isExact: Bool = false) {
    self.isExact = isExact
    valid = nil
  }

  /// Parses `text`, unless it is unchanged.
  ///
  /// - Throws: `ElementError`, which quotes the invalid entry, or a value out of range.
  mutating func values(
    of text: String, property: StaticString
  ) throws(ElementError) -> KeyframeWindows<Value> {
    if text != self.text {
      do throws(CompositionError) {
        let read = try KeyframeWindows<Value>(text)
        try check(read)
        values = isExact ? read : read.flooredToNanoseconds()
      } catch {
        throw ElementError("\(property): \(error)", code: .invalidSettings)
      }
      self.text = text
    }
    return values
  }

  private func check(_ read: KeyframeWindows<Value>) throws(CompositionError) {
    guard let valid else { return }
    for case let value as Double in read.windows.flatMap(\.values.allValues)
    where !valid.contains(value) {
      throw CompositionError(
        .invalidValue,
        "a value lies between \(valid.lowerBound) and \(valid.upperBound), not \(value)")
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
