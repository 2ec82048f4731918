package import CutawayModel
package import CutawayTime

extension PipelineGraph {
  /// Adds a chain of video effects, with conversions to the formats that they accept.
  ///
  /// - Parameters:
  ///   - effects: At least one effect.
  ///   - port: The element that precedes the first effect; `nil` if the effects start a chain.
  ///   - name: The prefix of all element names.
  /// - Returns: The end of the chain, in a format that a mixer accepts.
  mutating func add(_ effects: [Effect], after port: Port?, name: String) -> Port {
    var end = port
    for effect in effects {
      let converter = add("pixelconvert", name: "\(name)-convert")
      end = add(effect, after: end.map { link($0, converter) } ?? converter, name: name)
    }
    let converter = add("pixelconvert", name: "\(name)-convert")
    return end.map { link($0, converter) } ?? converter
  }

  /// The launch text of a chain of video effects; empty without effects.
  static func chainText(of effects: [Effect], name: String) -> String {
    var graph = PipelineGraph()
    if !effects.isEmpty { _ = graph.add(effects, after: nil, name: name) }
    return graph.launchText
  }

  /// Adds the element of an effect, after an element that animates its properties if any are
  /// animated.
  ///
  /// The element's name is `name`, a hyphen and the factory name. That of the element before it also
  /// has the names of the animated properties, so that two graphs that animate different properties
  /// differ in more than values.
  ///
  /// - Parameters:
  ///   - effect: The effect, with its animations in the time of the stream.
  ///   - port: The element that precedes the effect.
  ///   - name: The prefix of the names.
  ///   - mirror: The duration of the stream if it runs backwards.
  /// - Returns: The element of the effect.
  package mutating func add(
    _ effect: Effect, after port: Port, name: String, mirror: MediaTime? = nil
  ) -> Port {
    var end = port
    let animations = effect.changing
    if !animations.isEmpty {
      var keyframes = PropertyKeyframes()
      for (name, animation) in animations { keyframes.add(animation, of: name) }
      let reversal: [Property] =
        mirror.map { [.init("reversed", true), .init("duration", .string("\($0)"))] } ?? []
      let names = [name, effect.element] + animations.map(\.name)
      end = link(
        end,
        add(
          "propertyramp", name: names.joined(separator: "-"),
          [.init("keyframes", .shared(keyframes))] + reversal))
    }
    return link(end, add(effect.element, name: "\(name)-\(effect.element)", effect.settings))
  }
}

extension Effect {
  /// The properties that change, in the order of their names.
  var changing: [(name: String, animation: PropertyAnimation)] {
    animations.filter { $0.animation.constantNumber == nil }
  }

  /// The properties that keep their values.
  package var settings: [PipelineGraph.Property] {
    properties.sorted { $0.key < $1.key }.compactMap { key, value in
      FlipMethod.replacement(for: key, value, of: element)
        ?? GraphValue(value).map { PipelineGraph.Property(key, $0) }
    }
  }
}

extension PropertyAnimation {
  /// The value of an animation that has one number from time 0 on.
  fileprivate var constantNumber: Double? {
    guard case .number(let value) = self, value.entries.count == 1,
      case .instant(let time, let number)? = value.entries.first, time <= .zero
    else { return nil }
    return number
  }
}

/// In extensions of `Effect`, `Value` is that of the model.
private typealias GraphValue = Value

extension Value {
  /// The value of a property; `nil` if it changes.
  fileprivate init?(_ value: Effect.Value) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .animated(let animation):
      guard let number = animation.constantNumber else { return nil }
      self = Int(exactly: number).map { .int($0) } ?? .double(number)
    }
  }
}
