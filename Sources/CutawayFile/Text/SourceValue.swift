/// A value of a composition file before its meaning is known, with its position.
struct SourceValue: Sendable, Equatable {
  var position: SourcePosition
  var content: Content

  enum Content: Sendable, Equatable {
    case scalar(Scalar)
    case list([SourceValue])
    case map([Entry])
    /// A value for which a diagnostic has already been reported.
    case invalid
  }

  struct Entry: Sendable, Equatable {
    var key: String
    var position: SourcePosition
    var value: SourceValue
  }

  struct Scalar: Sendable, Equatable {
    var text: String
    /// Whether the scalar is written without quotes, so that it may be a number.
    var isPlain: Bool
    /// Whether the scalar is a cell of a table, which is a number, true or false where one is expected,
    /// and text everywhere else.
    var isCell = false
  }
}

extension SourceValue {
  var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  var list: [SourceValue]? {
    if case .list(let list) = content { list } else { nil }
  }

  var map: [Entry]? {
    if case .map(let entries) = content { entries } else { nil }
  }

  var isInvalid: Bool {
    if case .invalid = content { true } else { false }
  }

  /// A description of the value for diagnostics: `the number 3`, `a list`.
  var found: String {
    switch content {
    case .list(let list): list.isEmpty ? "an empty list" : "a list"
    case .map: "a map"
    case .invalid: "something unreadable"
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "nothing"
      case .bool(let value): "\(value)"
      case .number: "the number \(scalar.text.shortened)"
      case .text: "the text \(scalar.text.quoted)"
      }
    }
  }
}

extension String {
  /// The text in quotes for diagnostics, on one line and shortened if it is long.
  var quoted: String { "'\(shortened)'" }

  var shortened: String {
    let line = unicodeScalars.prefix(41).map { scalar in
      scalar.properties.generalCategory == .control ? "␣" : String(scalar)
    }
    return line.count <= 40 ? line.joined() : line.prefix(39).joined() + "…"
  }
}
