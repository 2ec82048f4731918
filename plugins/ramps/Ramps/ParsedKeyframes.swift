public import Composition
import ElementKit
import MediaTime

/// Keyframes read from a property, kept until its text changes.
public struct ParsedKeyframes<Value: ComponentValue>: Sendable {
  /// Whether values are asked for at exact times, and not at whole nanoseconds.
  private let isExact: Bool
  private var text = ""
  private var values = KeyframeWindows<Value>()

  init(isExact: Bool = false) { self.isExact = isExact }

  /// Reads `text`, unless that has been done.
  mutating func values(
    of text: String, property: StaticString
  ) throws(ElementError) -> KeyframeWindows<Value> {
    if text != self.text {
      do throws(CompositionError) {
        let read = try KeyframeWindows<Value>(text)
        values = isExact ? read : read.flooredToNanoseconds()
      } catch {
        throw ElementError("\(property): \(error)")
      }
      self.text = text
    }
    return values
  }
}

extension MediaTime {
  /// The time of a frame or a sample.
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.init(nanoseconds: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }
}
