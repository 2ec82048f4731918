import CutawayElementKit
public import CutawayModel
import CutawayTime

/// Keyframes read from a property, kept until its text changes.
public struct ParsedKeyframes<Value: ComponentValue>: Sendable {
  /// Whether values are asked for at exact times, and not at whole nanoseconds.
  private let isExact: Bool
  /// The values that there may be; `nil` is any.
  private let valid: ClosedRange<Double>?
  private var text = ""
  private var values = KeyframeWindows<Value>()

  init(isExact: Bool = false) {
    self.isExact = isExact
    valid = nil
  }

  /// Reads `text`, unless that has been done.
  ///
  /// - Throws: `ElementError` that quotes what cannot be read, or a value out of range.
  mutating func values(
    of text: String, property: StaticString
  ) throws(ElementError) -> KeyframeWindows<Value> {
    if text != self.text {
      do throws(CompositionError) {
        let read = try KeyframeWindows<Value>(text)
        try check(read)
        values = isExact ? read : read.flooredToNanoseconds()
      } catch {
        throw ElementError("\(property): \(error)")
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
  /// Keyframes whose values lie in a range; what an easing makes of them may lie beyond.
  init(isExact: Bool = false, in valid: ClosedRange<Double>) {
    self.isExact = isExact
    self.valid = valid
  }
}

extension MediaTime {
  /// The time of a frame or a sample.
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.init(nanoseconds: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }
}
