import CutawayModel
import CutawayRuntime

extension ElementInspection {
  /// The reason why a property refuses a value; `nil` if it accepts it.
  func fault(of value: Effect.Value, for property: String) -> String? {
    guard let known = properties.first(where: { $0.name == property }) else {
      return nil
    }
    return known.kind.fault(of: value)
  }
}

extension ElementInspection.Kind {
  fileprivate func fault(of value: Effect.Value) -> String? {
    switch (self, value) {
    // `fault(of:named:)` examines animations, whose names may stand for several properties.
    case (.bool, .bool), (.string, .string), (_, .animated): nil
    case (.int(let range), .int(let number)):
      range.contains(number)
        ? nil : "expected \(range.lowerBound)…\(range.upperBound), found \(number)"
    case (.double(let range), .int(let number)): check(Double(number), range)
    case (.double(let range), .double(let number)): check(number, range)
    case (.choice(let choices), .string(let text)):
      choices.contains { $0.nick == text || $0.name == text || "\($0.number)" == text }
        ? nil : "expected one of \(choices.text), found '\(text)'"
    case (.choice(let choices), .int(let number)):
      choices.contains { $0.number == number }
        ? nil : "expected one of \(choices.text), found \(number)"
    case (.choice(let choices), _): "expected one of \(choices.text)"
    case (.bool, _): "expected true or false"
    case (.int, _): "expected a whole number"
    case (.double, _): "expected a number"
    case (.string, _): "expected text"
    case (.other(let type), _): "properties of type \(type) cannot be set in a composition"
    }
  }

  private func check(_ number: Double, _ range: ClosedRange<Double>) -> String? {
    range.contains(number)
      ? nil : "expected \(range.lowerBound)…\(range.upperBound), found \(number)"
  }
}

extension [ElementInspection.Choice] {
  fileprivate var text: String { map(\.nick).joined(separator: ", ") }
}
