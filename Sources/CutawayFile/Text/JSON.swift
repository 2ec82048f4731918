/// A JSON value, of which the schema consists.
indirect enum JSON: Sendable {
  typealias Member = (key: String, value: JSON)

  /// A number, `true` or `false`, as text.
  case literal(String)
  case text(String)
  case list([JSON])
  /// Members in the given order.
  case object([Member])
  /// A reference to a value that belongs into `$defs`, with the members beside it.
  case reference(String, JSON, beside: [Member] = [])
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral bool: Bool) { self = .literal("\(bool)") }
  init(integerLiteral number: Int) { self = .literal("\(number)") }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }
}

extension JSON {
  /// A number without a needless point.
  static func number(_ number: Double) -> JSON {
    .literal(Int(exactly: number).map { "\($0)" } ?? "\(number)")
  }

  /// One of the given texts.
  static func words(_ words: [String]) -> JSON { ["enum": .list(words.map { .text($0) })] }

  /// The members of an object or beside a reference.
  var members: [Member] {
    switch self {
    case .object(let members), .reference(_, _, let members): members
    case .literal, .text, .list: []
    }
  }

  /// An object or a reference with further members, which come first and replace those of the same
  /// key.
  func adding(_ other: [Member]) -> JSON {
    let all = other + members.filter { member in !other.contains { $0.key == member.key } }
    if case .reference(let name, let value, _) = self {
      return .reference(name, value, beside: all)
    }
    return .object(all)
  }
}

extension JSON {
  /// The value as text that follows `start` on its line.
  ///
  /// Each member and element has its own line, unless the value fits the width. A list of scalars
  /// stays on one line.
  func text(after start: String = "", indentation: String = "", width: Int = 100) -> String {
    let line = start + flow
    if line.utf8.count <= width { return line }
    let inner = indentation + "  "
    switch self {
    case .list(let values) where values.contains(where: \.isNested):
      let lines = values.map { $0.text(after: inner, indentation: inner, width: width) }
      return start + "[\n" + lines.joined(separator: ",\n") + "\n" + indentation + "]"
    case .object, .reference:
      let lines = printedMembers.map { key, value in
        value.text(after: inner + key.json + ": ", indentation: inner, width: width)
      }
      return start + "{\n" + lines.joined(separator: ",\n") + "\n" + indentation + "}"
    case .literal, .text, .list: return line
    }
  }

  private var isNested: Bool {
    switch self {
    case .literal, .text: false
    case .list, .object, .reference: true
    }
  }

  private var printedMembers: [Member] {
    if case .reference(let name, _, let members) = self {
      return [("$ref", .text("#/$defs/" + name))] + members
    }
    return members
  }

  /// The value on one line.
  private var flow: String {
    switch self {
    case .literal(let text): text
    case .text(let text): text.json
    case .list(let values): "[" + values.map(\.flow).joined(separator: ", ") + "]"
    case .object, .reference:
      "{" + printedMembers.map { "\($0.json): \($1.flow)" }.joined(separator: ", ") + "}"
    }
  }
}

extension String {
  /// The text in quotes, as in JSON.
  fileprivate var json: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
