import CutawayModel

extension Reader {
  /// Reads a list of effects.
  mutating func effects(_ value: SourceValue?, path: [String]) -> [Effect] {
    guard let value else { return [] }
    positions[path] = value.position
    var effects: [Effect] = []
    for element in list(value, of: "effects") {
      if let effect = self.effect(element, path: path + ["\(effects.count)"]) {
        effects.append(effect)
      }
    }
    return effects
  }

  private mutating func effect(_ value: SourceValue, path: [String]) -> Effect? {
    guard let map = value.map else {
      return expected("an effect: a map with 'element' and its properties", in: value)
    }
    positions[path] = value.position
    var element: String?
    var properties: [String: Effect.Value] = [:]
    for entry in map {
      if entry.key == "element" {
        positions[path + ["element"]] = entry.value.position
        element = text(entry.value, as: "the name of an element")
      } else {
        positions[path + ["properties", entry.key]] = entry.value.position
        properties[entry.key] = property(entry.value, called: entry.key)
      }
    }
    if element == nil, !map.contains(where: { $0.key == "element" }) {
      let misspelled = map.first { $0.key.nearest(in: ["element"]) != nil }
      report(
        .shape, at: misspelled?.position ?? value.position,
        "an effect needs 'element'" + (misspelled.map { ", found \($0.key.quoted)" } ?? ""))
    }
    return element.map { Effect(element: $0, properties: properties) }
  }

  private mutating func property(_ value: SourceValue, called name: String) -> Effect.Value? {
    if value.list != nil {
      report(
        .shape, at: value.position,
        "animated effect properties such as \(name.quoted) are not supported yet")
      return nil
    }
    guard let scalar = value.scalar else {
      return expected("a number, text, true or false", in: value)
    }
    switch scalar.kind {
    case .null: return expected("a number, text, true or false", in: value)
    case .bool(let bool): return .bool(bool)
    case .text: return .string(scalar.text)
    case .number where scalar.isWhole:
      if let int = Int(scalar.text) { return .int(int) }
      report(.meaning, at: value.position, "\(value.found) does not fit 64 bits")
      return nil
    case .number: return number(value, as: "a number").map { .double($0) }
    }
  }
}
