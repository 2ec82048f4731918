package import CutawayModel

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
      end = link(end.map { link($0, converter) } ?? converter, add(effect, name: name))
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

  /// Adds the element of an effect.
  ///
  /// The element's name is `name`, a hyphen and the factory name.
  package mutating func add(_ effect: Effect, name: String) -> Port {
    let properties = effect.properties.sorted { $0.key < $1.key }.map { key, value in
      FlipMethod.replacement(for: key, value, of: effect.element) ?? Property(key, Value(value))
    }
    return add(effect.element, name: "\(name)-\(effect.element)", properties)
  }
}

extension Value {
  fileprivate init(_ value: Effect.Value) {
    self =
      switch value {
      case .bool(let value): .bool(value)
      case .int(let value): .int(value)
      case .double(let value): .double(value)
      case .string(let value): .string(value)
      }
  }
}
