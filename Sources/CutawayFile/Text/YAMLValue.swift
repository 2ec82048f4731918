import CutawayTime

/// A value to be written, with its scalars as the file has them.
enum YAMLValue {
  /// A number, `true`, `false` or text, in quotes if it needs them.
  case scalar(String, isText: Bool = false)
  case list([YAMLValue])
  /// Entries in the given order.
  ///
  /// `isBlock` forces one line per entry, even if the map would fit on one.
  case map([(key: String, value: YAMLValue)], isBlock: Bool = false)

  /// Text, in quotes if it needs them.
  static func text(_ text: String) -> YAMLValue { .scalar(text.yamlScalar, isText: true) }

  /// A number of the model, with or without a decimal point.
  static func number(_ number: Double) -> YAMLValue {
    if number.magnitude < 1e15, let integer = Int(exactly: number) { return .scalar("\(integer)") }
    return .scalar(number.yamlScalar)
  }

  static func number(_ number: Int) -> YAMLValue { .scalar("\(number)") }

  static func bool(_ bool: Bool) -> YAMLValue { .scalar("\(bool)") }

  static func numbers(_ numbers: [Double]) -> YAMLValue { .list(numbers.map { .number($0) }) }

  /// A decimal number if it is exact, otherwise a fraction.
  static func time(_ time: MediaTime) -> YAMLValue {
    time.decimal.map { .scalar($0) } ?? .text(time.description)
  }
}

extension YAMLValue {
  /// The value with `$${` in place of `${`, which begins a variable.
  var escapingVariables: YAMLValue {
    switch self {
    case .scalar(let text, let isText):
      .scalar(isText ? text.replacing("${", with: "$${") : text, isText: isText)
    case .list(let values): .list(values.map(\.escapingVariables))
    case .map(let entries, let isBlock):
      .map(entries.map { ($0.key, $0.value.escapingVariables) }, isBlock: isBlock)
    }
  }

  /// The value as JSON.
  var json: JSON {
    switch self {
    // Text in quotes is JSON, too.
    case .scalar(let text, let isText):
      isText && !text.hasPrefix("\"") ? .text(text) : .literal(text)
    case .list(let values): .list(values.map(\.json))
    case .map(let entries, _): .object(entries.map { ($0.key, $0.value.json) })
    }
  }
}

extension YAMLValue {
  /// The value as lines of a file, no longer than `width` if possible.
  func lines(width: Int = 100) -> [String] {
    switch self {
    case .list(let values) where !values.isEmpty && !isShort(width):
      return values.flatMap { value -> [String] in
        let lines = value.lines(width: width - 2)
        return ["- " + (lines.first ?? "")] + lines.dropFirst().map { "  " + $0 }
      }
    case .map(let entries, _) where !entries.isEmpty && !isShort(width):
      return entries.flatMap { key, value -> [String] in
        let key = key.yamlScalar + ":"
        if value.isShort(width - key.count - 1) { return ["\(key) \(value.flow)"] }
        return [key] + value.lines(width: width - 2).map { "  " + $0 }
      }
    default: return [flow]
    }
  }

  private func isShort(_ width: Int) -> Bool {
    switch self {
    case .scalar: true
    case .list(let values): !values.contains(where: \.isBlockMap) && flow.count <= width
    case .map: !isBlockMap && flow.count <= width
    }
  }

  private var isBlockMap: Bool {
    switch self {
    case .scalar: false
    case .list(let values): values.contains(where: \.isBlockMap)
    case .map(let entries, let isBlock):
      !entries.isEmpty && (isBlock || entries.contains { $0.value.isBlockMap })
    }
  }

  /// The value on one line.
  var flow: String {
    switch self {
    case .scalar(let text, _): text
    case .list(let values): "[" + values.map(\.flow).joined(separator: ", ") + "]"
    case .map(let entries, _):
      "{" + entries.map { "\($0.key.yamlScalar): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }
}
