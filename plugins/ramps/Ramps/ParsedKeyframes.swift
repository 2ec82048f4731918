public import Composition
import ElementKit
import MediaTime

/// Keyframes read from a property, kept until its text changes.
public struct ParsedKeyframes<Value: ComponentValue>: Sendable {
  private var text = ""
  private var values = KeyframeWindows<Value>()

  /// Reads `text`, unless that has been done.
  mutating func values(
    of text: String, property: StaticString
  ) throws(ElementError) -> KeyframeWindows<Value> {
    if text != self.text {
      do throws(CompositionError) {
        values = try KeyframeWindows(text).flooredToNanoseconds()
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
