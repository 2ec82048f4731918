import CutawayFile
package import CutawayModel
import CutawayRuntime

extension Composition {
  /// The composition with constant colours and points of effects as numbers of the elements'
  /// properties, which a launch line can set.
  package func resolvingEffects() -> Composition {
    var result = self
    var inspections = Inspections()
    func resolve(_ effects: inout [Effect]) {
      for index in effects.indices {
        if effects[index].filter != nil {
          effects[index].resolveColors()
          continue
        }
        guard let inspection = inspections[effects[index].element] else { continue }
        effects[index] = effects[index].resolved(by: inspection)
      }
    }
    resolve(&result.effects)
    for index in result.tracks.indices { resolve(&result.tracks[index].effects) }
    for index in result.instructions.indices {
      for layer in result.instructions[index].layers.indices {
        resolve(&result.instructions[index].layers[layer].effects)
      }
      if let effect = result.instructions[index].compositor?.effect,
        let inspection = inspections[effect.element]
      {
        result.instructions[index].compositor?.effect = effect.resolved(by: inspection)
      }
    }
    return result
  }

  /// The elements that have been looked up.
  struct Inspections {
    private var known: [String: ElementInspection?] = [:]

    subscript(name: String) -> ElementInspection? {
      mutating get {
        if let found = known[name] { return found }
        let inspection = ElementInspection(name)
        known[name] = .some(inspection)
        return inspection
      }
    }
  }
}

extension Effect {
  /// Replaces texts that are colours by their components.
  mutating func resolveColors() {
    properties = properties.mapValues { value in
      guard case .string(let text) = value, let color = Color(text: text) else { return value }
      return .numbers(color.components)
    }
  }

  /// The effect with numbers for constant colours and points.
  func resolved(by inspection: ElementInspection) -> Effect {
    var result = self
    for (name, value) in properties {
      guard let numbers = value.numbers(for: name, of: inspection) else { continue }
      result.properties[name] = nil
      result.properties.merge(numbers) { $1 }
    }
    return result
  }

  /// The effect with the first value of each animation.
  var atStart: Effect {
    var result = self
    result.properties = properties.mapValues { value in
      guard case .animated(let animation) = value else { return value }
      return .animated(animation.firstValue)
    }
    return result
  }
}

extension Effect.Value {
  /// The numbers that a constant colour or point stands for, by property; `nil` for other values,
  /// and if the element does not have the properties.
  func numbers(for name: String, of inspection: ElementInspection) -> [String: Effect.Value]? {
    guard let animation = constant(for: name, of: inspection),
      let components = animation.constantComponents,
      let targets = inspection.properties(for: animation, named: name)
    else { return nil }
    if targets.count == 1, components.count == 4 {
      let argb = [components[3]] + components[..<3]
      return [targets[0].name: .int(argb.reduce(0) { $0 << 8 | Int($1) })]
    }
    return Dictionary(
      zip(targets, components).map { property, component in
        (property.name, property.value(of: component, isColor: components.count == 4))
      }
    ) { $1 }
  }

  /// The animation that a value stands for, if it is constant or a text that is a colour.
  private func constant(
    for name: String, of inspection: ElementInspection
  ) -> PropertyAnimation? {
    switch self {
    case .animated(let animation): return animation
    case .string(let text):
      let property = inspection.properties.first { $0.name == name }
      guard property?.isColor ?? true, let color = Color(text: text) else { return nil }
      return .color(AnimatedValue(color))
    case .bool, .int, .double, .numbers: return nil
    }
  }
}

extension ElementInspection.Property {
  fileprivate func value(of component: Double, isColor: Bool) -> Effect.Value {
    switch kind {
    case .double(let range) where isColor && range.upperBound <= 1: .double(component / 255)
    case .int: Int(exactly: component).map { .int($0) } ?? .double(component)
    default: .double(component)
    }
  }
}

extension PropertyAnimation {
  fileprivate var firstValue: PropertyAnimation {
    switch self {
    case .number(let value): .number(value.atStart)
    case .color(let value): .color(value.atStart)
    case .point(let value): .point(value.atStart)
    }
  }
}

extension AnimatedValue {
  fileprivate var atStart: Self { allValues.first.map { Self($0) } ?? Self() }
}
