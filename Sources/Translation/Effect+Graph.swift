package import Composition
package import PipelineGraph

extension PipelineGraph {
  /// Adds a video effect behind `port`, converting to a format that it takes.
  mutating func link(_ effect: Effect, after port: Port, name: String) -> Port {
    let converter = link(port, add("pixelconvert", name: "\(name)-convert"))
    return link(converter, add(effect, name: name))
  }

  /// Adds an effect's element.
  package mutating func add(_ effect: Effect, name: String) -> Port {
    let properties = effect.properties.sorted { $0.key < $1.key }.map { key, value in
      Property(key, Value(value))
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
