package import CutawayElementKit
package import CutawayKeyframes
import CutawayTime

/// A chain of filters whose names and settings are valid.
package struct FilterPlan: Sendable {
  private let steps: [Step]
  /// Whether opaque frames may become transparent.
  package let changesAlpha: Bool
  /// Whether the chain leaves frames unchanged.
  package var isEmpty: Bool { steps.isEmpty }

  private struct Step: Sendable {
    let effect: FilterEffect
    let settings: [(setting: FilterEffect.Setting, value: Value)]
  }

  /// A value with the times of keyframes as they are, and rounded for streams without a constant rate.
  private enum Value: Sendable {
    case constant([Double])
    case animated(exact: PropertyAnimation, floored: PropertyAnimation)

    /// The numbers at a time; `nil` before the first keyframe.
    func numbers(at time: PlanTime, count: Int) -> [Double]? {
      switch (self, time) {
      case (.constant(let numbers), _): return numbers
      case (.animated(let animation, _), .exact(let instant)):
        let time = MediaTime(instant.index * instant.seconds, over: instant.frames)
        return Self.list(animation.components(at: time), count)
      case (.animated(_, let animation), .nanoseconds(let number)):
        return Self.list(animation.components(at: MediaTime(nanoseconds: number)), count)
      }
    }

    private static func list(_ components: SIMD4<Double>?, _ count: Int) -> [Double]? {
      components.map { values in (0..<count).map { values[$0] } }
    }
  }

  /// Checks a chain.
  ///
  /// - Throws: `CompositionError` that names the filter and the setting.
  package init(_ chain: FilterChain) throws(CompositionError) {
    var steps: [Step] = []
    for filter in chain.filters {
      guard let effect = FilterEffect.named(filter.name) else {
        throw CompositionError(.invalidValue, FilterEffect.message(aboutUnknown: filter.name))
      }
      var settings: [(FilterEffect.Setting, Value)] = []
      for entry in filter.settings {
        let setting = try effect.check(entry.value, for: entry.name)
        switch entry.value {
        case .constant(let numbers): settings.append((setting, .constant(numbers)))
        case .animated(let animation):
          settings.append(
            (setting, .animated(exact: animation, floored: animation.flooredToNanoseconds())))
        }
      }
      steps.append(Step(effect: effect, settings: settings))
    }
    self.steps = steps
    changesAlpha = steps.contains { $0.effect.changesAlpha }
  }

  /// The recipe for a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame, whose lowest left pixel lies at the origin.
  ///   - scale: The pixels of the frame for a pixel of the settings.
  ///   - time: The time of the frame.
  /// - Returns: The result, which is transparent where it does not cover the frame.
  package func picture(of frame: Picture, scale: Double, at time: PlanTime) -> Picture {
    let geometry = FrameGeometry(
      width: frame.extent.width, height: frame.extent.height, scale: scale)
    return steps.reduce(frame) { picture, step in
      func applied(_ type: (some PictureFilter).Type) -> Picture? {
        var filter = type.init()
        for setting in step.effect.settings {
          if let part = setting.part { _ = filter.set(geometry.value(of: part), for: setting.key) }
        }
        for (setting, value) in step.settings {
          guard let numbers = value.numbers(at: time, count: setting.counts.lowerBound),
            let value = geometry.value(numbers, setting.kind)
          else { continue }
          // The plan has checked the type.
          _ = filter.set(value, for: setting.key)
        }
        _ = filter.set(
          .picture(type.repeatsEdges ? picture.clamped() : picture), for: "image")
        return filter.output
      }
      return (applied(step.effect.type) ?? .empty).cropped(to: geometry.region)
    }
  }
}

extension FilterEffect {
  /// The setting that a value is for.
  ///
  /// - Throws: `CompositionError` if there is none, or if it has another type.
  package func check(
    _ value: FilterChain.Value, for name: String
  ) throws(CompositionError) -> Setting {
    guard let setting = setting(named: name) else {
      let names = settings.map(\.name).joined(separator: ", ")
      throw CompositionError(
        .invalidValue,
        "the filter '\(self.name)' has no setting '\(name)'; it has "
          + (names.isEmpty ? "none" : names))
    }
    func invalid(_ found: String) -> CompositionError {
      CompositionError(
        .invalidValue, "the filter '\(self.name)' needs \(setting.form) for '\(name)', not \(found)"
      )
    }
    switch value {
    case .constant(let numbers):
      guard setting.counts.contains(numbers.count) else {
        throw invalid(numbers.count == 1 ? "a number" : "\(numbers.count) numbers")
      }
      if let limit = setting.limit, let number = numbers.first(where: { abs($0) > limit }) {
        throw CompositionError(
          .outOfRange, "'\(name)' is \(number), beyond \(-limit)…\(limit)")
      }
    case .animated(let animation):
      guard setting.canBeAnimated else {
        throw CompositionError(
          .invalidValue, "'\(name)' of the filter '\(self.name)' cannot change over time")
      }
      let counts = Set(animation.allComponents.map(\.count))
      if let count = counts.first(where: { !setting.counts.contains($0) }) {
        throw invalid(count == 1 ? "a number" : count == 2 ? "a point" : "a colour")
      }
    }
    return setting
  }

  /// What to say about the name of a filter that cannot be an effect.
  package static func message(aboutUnknown name: String) -> String {
    if FilterList.filter(named: name) != nil {
      return "the filter '\(name)' needs more than one picture, or data, so it cannot be an effect"
    }
    return "there is no filter '\(name)'"
  }
}

extension FilterEffect.Setting {
  /// The largest absolute number; more costs time only.
  private static let largest = 65_535.0

  /// The largest absolute number; `nil` if there is no limit.
  fileprivate var limit: Double? {
    [.distance, .position, .offset, .size, .rectangle].contains(kind) ? Self.largest : nil
  }

  /// The form of its value, in words.
  public var form: String {
    switch kind {
    case .scalar, .time: "a number"
    case .count: "a whole number"
    case .distance: "a number of pixels"
    case .angle, .hue: "an angle in degrees"
    case .flag: "true or false"
    case .position: "a place [x, y]"
    case .offset: "an offset [x, y]"
    case .size: "a size [width, height]"
    case .pair: "two numbers [x, y]"
    case .vector:
      counts.lowerBound == counts.upperBound
        ? "a list of \(counts.lowerBound) numbers" : "a list of numbers"
    case .rectangle: "a rectangle [x, y, width, height]"
    case .color: "a colour"
    case .transform: "a transform [a, b, c, d, tx, ty]"
    case .picture, .data, .text, .coding: "another value"
    }
  }
}
