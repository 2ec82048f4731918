import CutawayKeyframes
package import CutawayTime

extension PropertyPlan {
  /// The plans of properties with keyframes: `NAME{KEYFRAMES}`, separated by spaces.
  ///
  /// - Parameters:
  ///   - keyframes: The text.
  ///   - end: The time from which the times of the keyframes count backwards; `nil` for keyframes
  ///     that count from time 0.
  /// - Returns: A plan for each property.
  /// - Throws: `ElementError` if the text is invalid.
  package static func plans(
    of keyframes: String, mirroredAt end: MediaTime? = nil
  ) throws(ElementError) -> [PropertyPlan] {
    do throws(CompositionError) {
      return try PropertyKeyframes(keyframes).properties.map { property in
        let exact = property.animation, floored = exact.flooredToNanoseconds()
        let kind: PropertyPlan.Kind = if case .color = exact { .color } else { .numbers }
        return PropertyPlan(
          property.name, targets: exact.targets(of: property.name), kind: kind
        ) { time in
          switch time {
          case .exact(let instant):
            let time = MediaTime(instant.index * instant.seconds, over: instant.frames)
            return exact.components(at: end.map { $0 - time } ?? time)
          case .nanoseconds(let count):
            let time = MediaTime(nanoseconds: count)
            return floored.components(at: end.map { $0 - time } ?? time)
          }
        }
      }
    } catch {
      throw ElementError("keyframes: \(error)")
    }
  }
}
