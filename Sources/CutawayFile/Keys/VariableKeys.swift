import CutawayModel

/// The type of a variable.
enum VariableType: String, CaseIterable, Sendable {
  case text, number, bool, time, color, file, list, files
}

/// A variable as a file declares it.
struct VariableDeclaration: Sendable, Equatable {
  var type: VariableType?
  var initial: SourceValue?
  var description: String?
}

extension Constructs {
  static let variable = Construct<VariableDeclaration>(
    "variable", as: "a variable", blank: VariableDeclaration(),
    fields: [
      Field(
        "type", \.type, .word(as: "type of variable"), .implied(as: "that of `default`"),
        "What the value is. Paths of `file` and `files` start from where the value is given."),
      Field(
        "default", \.initial, .anything, .implied(as: "none: a value must be given"),
        "The value if no other one is given."),
      Field(
        "description", \.description, .text("a description"), .implied(as: "none"),
        "What the variable is for."),
    ])
}

extension ValueForm<SourceValue> {
  /// A scalar or a list of scalars, whose type another key states.
  fileprivate static var anything: Self {
    ValueForm(
      "a value of the type",
      schema: .any(
        ["type": ["string", "number", "boolean"]],
        ["type": "array", "items": ["type": ["string", "number", "boolean"]]]),
      write: { $0.yaml }
    ) { reader, value, _ in reader.plainValue(value) }
  }
}

extension ValueForm<[String: VariableDeclaration]> {
  /// A map of names and defaults, or maps.
  static var variables: Self {
    let map = ValueForm<VariableDeclaration>.map(Constructs.variable)
    let initial = ValueForm<SourceValue>.anything
    return ValueForm(
      "map of names and defaults, or [maps](#variable)",
      schema: [
        "type": "object",
        "propertyNames": ["pattern": .text("^\(VariableName.pattern)$")],
        "additionalProperties": .reference("variable", .any(initial.schema(), map.schema())),
      ],
      write: { declarations in
        .map(declarations.sorted { $0.key < $1.key }.map { ($0.key, map.write($0.value)) })
      }
    ) { reader, value, path in
      guard let entries = value.map else {
        return reader.expected("vars: a map of names and defaults", in: value)
      }
      var declarations: [String: VariableDeclaration] = [:]
      for entry in entries {
        if !VariableName.isValid(entry.key) {
          reader.report(
            .shape, at: entry.position,
            "\(entry.key.quoted) is not the name of a variable: it has letters, digits and '_', and "
              + "begins with a letter")
        }
        declarations[entry.key] =
          if entry.value.map != nil {
            map.read(&reader, entry.value, path)
          } else {
            initial.read(&reader, entry.value, path).map { VariableDeclaration(initial: $0) }
          }
      }
      return declarations
    }
  }
}

/// The names of variables.
enum VariableName {
  static let pattern = "[A-Za-z][A-Za-z0-9_]*"

  static func isValid(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil
  }
}

extension Reader {
  /// Reads a scalar or a list of scalars.
  fileprivate mutating func plainValue(_ value: SourceValue) -> SourceValue? {
    func isPlain(_ value: SourceValue) -> Bool { value.scalar.map { $0.kind != .null } ?? false }
    if isPlain(value) || value.list.map({ $0.allSatisfy(isPlain) }) == true { return value }
    return expected("a text, a number, true or false, or a list of them", in: value)
  }
}

extension SourceValue {
  fileprivate var yaml: YAMLValue {
    switch content {
    case .scalar(let scalar): scalar.kind == .text ? .text(scalar.text) : .scalar(scalar.text)
    case .list(let list): .list(list.map(\.yaml))
    case .map(let entries): .map(entries.map { ($0.key, $0.value.yaml) })
    case .invalid: .list([])
    }
  }
}
