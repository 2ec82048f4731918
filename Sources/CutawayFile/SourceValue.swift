/// A value of a composition file before it is known what it means, and where it stands.
struct SourceValue: Sendable {
  var position: SourcePosition
  var content: Content

  enum Content: Sendable {
    case scalar(Scalar)
    case list([SourceValue])
    case map([Entry])
    /// Something that a diagnostic tells of already.
    case invalid
  }

  struct Entry: Sendable {
    var key: String
    var position: SourcePosition
    var value: SourceValue
  }

  struct Scalar: Sendable {
    var text: String
    /// Written without quotes, so that it may be a number.
    var isPlain: Bool
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

  /// What stands here, in the words of a diagnostic: `the number 3`, `a list`.
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
  /// The text as a diagnostic shows it: on one line, and not all of a long one.
  var quoted: String { "'\(shortened)'" }

  var shortened: String {
    let line = unicodeScalars.prefix(41).map { scalar in
      scalar.properties.generalCategory == .control ? "␣" : String(scalar)
    }
    return line.count <= 40 ? line.joined() : line.prefix(39).joined() + "…"
  }
}
