package import CutawayKeyframes
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
    for stage in EffectStage.stages(of: effects) {
      let converter = add("pixelconvert", name: "\(name)-convert")
      end = add(stage, after: end.map { link($0, converter) } ?? converter, name: name)
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

  /// Adds the element of a stage.
  ///
  /// - Parameters:
  ///   - stage: The stage, with its animations in the time of the stream.
  ///   - port: The element that precedes it.
  ///   - name: The prefix of the names.
  ///   - scale: The pixels of the stream for a pixel of the settings of filters.
  /// - Returns: The element.
  mutating func add(
    _ stage: EffectStage, after port: Port, name: String, scale: Double = 1
  ) -> Port {
    switch stage {
    case .element(let effect): return add(effect, after: port, name: name)
    case .filters(let chain):
      let element = Effect.filterElement
      let scaling: [Property] = scale == 1 ? [] : [.init("scale", .double(scale))]
      return link(
        port,
        add(element, name: "\(name)-\(element)", [.init("filters", .shared(chain))] + scaling))
    }
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

/// A part of a chain of effects that one element computes.
enum EffectStage {
  case element(Effect)
  /// Filters of pictures that follow one another.
  case filters(FilterChain)

  /// The parts of a chain, in their order.
  static func stages(of effects: [Effect]) -> [EffectStage] {
    effects.reduce(into: []) { stages, effect in
      guard let filter = effect.chainFilter else {
        stages.append(.element(effect))
        return
      }
      if case .filters(var chain)? = stages.last {
        chain.filters.append(filter)
        stages[stages.count - 1] = .filters(chain)
      } else {
        stages.append(.filters(FilterChain([filter])))
      }
    }
  }
}

extension Effect {
  /// The filter of pictures with its settings; `nil` for other effects.
  package var chainFilter: FilterChain.Filter? {
    filter.map { name in
      FilterChain.Filter(
        name,
        properties.sorted { $0.key < $1.key }.map { FilterChain.Setting($0, $1.chainValue) })
    }
  }

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

extension Effect.Value {
  /// The value of a filter's setting.
  ///
  /// No setting is a text, so a text has no numbers, which no setting accepts.
  fileprivate var chainValue: FilterChain.Value {
    switch self {
    case .bool(let bool): .constant([bool ? 1 : 0])
    case .int(let int): .constant([Double(int)])
    case .double(let double): .constant([double])
    case .string: .constant([])
    case .numbers(let numbers): .constant(numbers)
    case .animated(let animation):
      animation.constantComponents.map { .constant($0) } ?? .animated(animation)
    }
  }
}

extension PropertyAnimation {
  /// The value of an animation that has one number from time 0 on.
  fileprivate var constantNumber: Double? {
    guard case .number = self else { return nil }
    return constantComponents?.first
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
    case .numbers(let numbers): self = .string(numbers.map { "\($0)" }.joined(separator: " "))
    case .animated(let animation):
      guard let number = animation.constantNumber else { return nil }
      self = Int(exactly: number).map { .int($0) } ?? .double(number)
    }
  }
}
