/// A JSON value with ordered keys, which mutations can change.
indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case list([JSONValue])
  case map([Pair])

  struct Pair: Sendable, Hashable {
    var key: String
    var value: JSONValue
  }

  static func map(_ pairs: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .map(pairs.map { Pair(key: $0.key, value: $0.value) })
  }
}

extension JSONValue {
  /// The value as JSON.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number
    case .text(let text): Self.quoted(text)
    case .list(let list): "[" + list.map(\.text).joined(separator: ", ") + "]"
    case .map(let pairs):
      "{" + pairs.map { "\(Self.quoted($0.key)): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The number of values, including this one.
  var count: Int { children.reduce(1) { $0 + $1.count } }

  private var children: [JSONValue] {
    switch self {
    case .list(let list): list
    case .map(let pairs): pairs.map(\.value)
    default: []
    }
  }

  /// Changes the value at an index in the order of the text; 0 is this one.
  func changing(at index: Int, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    if index == 0 { return change(self) }
    var rest = index - 1
    var children = children
    for (number, child) in children.enumerated() {
      if rest >= 0, rest < child.count { children[number] = child.changing(at: rest, change) }
      rest -= child.count
    }
    switch self {
    case .map(let pairs):
      return .map(zip(pairs, children).map { Pair(key: $0.key, value: $1) })
    default: return .list(children)
    }
  }
}
