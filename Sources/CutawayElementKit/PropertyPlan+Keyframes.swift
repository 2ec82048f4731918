package import CutawayKeyframes
package import CutawayTime

extension PropertyPlan {
  /// The plans of properties with keyframes.
  ///
  /// - Parameters:
  ///   - keyframes: The properties.
  ///   - end: The time from which the times of the keyframes count backwards; `nil` for keyframes
  ///     that count from time 0.
  /// - Returns: A plan for each property.
  package static func plans(
    of keyframes: PropertyKeyframes, mirroredAt end: MediaTime? = nil
  ) -> [PropertyPlan] {
    keyframes.properties.map { property in
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
  }
}
