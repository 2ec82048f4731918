import CutawayModel
import CutawayTime

/// Where the values of variables are used, for messages.
struct VariableUses: Sendable {
  /// The names and origins of variables, by the positions of the values that contain them.
  private var notes: [SourcePosition: String] = [:]

  mutating func add(_ name: String, from origin: String?, at position: SourcePosition) {
    let text = "'\(name)'" + (origin.map { " (\($0))" } ?? "")
    if notes[position]?.contains(text) == true { return }
    notes[position] = notes[position].map { "\($0) and \(text)" } ?? text
  }

  /// What a message about the value at a position adds.
  func note(at position: SourcePosition) -> String {
    notes[position].map { "; the value comes from the variable \($0)" } ?? ""
  }
}

/// A variable with its value.
private struct Variable {
  var value: SourceValue.Content
  var origin: String?
}

extension Reader {
  /// The values of a file with those of its variables in place of `${name}`.
  ///
  /// The result is `nil` if variables have no values, which was reported.
  mutating func replacingVariables(
    in root: SourceValue, by values: VariableValues
  ) -> SourceValue? {
    guard let entries = root.map else { return root }
    let declared = entries.first { $0.key == "vars" }
    let before = diagnostics.count
    let declarations =
      declared.flatMap {
        ValueForm<[String: VariableDeclaration]>.variables.read(&self, $0.value, nil)
      } ?? [:]
    if diagnostics.count > before { return nil }
    var variables: [String: Variable] = [:]
    for entry in declared?.value.map ?? [] {
      guard let declaration = declarations[entry.key] else { continue }
      variables[entry.key] = variable(entry, declaration, values.all[entry.key])
    }
    for name in values.names
    where declarations[name] == nil && values.all[name]?.isOptional == false {
      let known = name.nearest(in: declarations.keys).map { "; did you mean '\($0)'?" } ?? ""
      report(
        .meaning, at: declared?.position ?? root.position,
        "the file declares no variable \(name.quoted), which \(values.all[name]?.origin ?? "") sets"
          + known)
    }
    if diagnostics.count > before { return nil }
    var replacement = Replacement(variables: variables)
    var replaced = root.without("vars")
    if case .map(let entries) = replaced.content {
      replaced.content = .map(replacement.entries(entries, &self))
    }
    return replaced
  }

  private mutating func variable(
    _ entry: SourceValue.Entry, _ declaration: VariableDeclaration,
    _ given: VariableValues.Given?
  ) -> Variable? {
    let type = declaration.type ?? declaration.initial?.variableType ?? .text
    guard let value = given?.value ?? declaration.initial else {
      report(
        .meaning, at: entry.position,
        "the variable '\(entry.key)' has no value: give one, as with --set \(entry.key)=VALUE, or "
          + "a 'default'")
      return nil
    }
    let content = SourceValue.Content(
      value, as: type, from: given?.directory ?? directory, to: directory)
    guard let content else {
      report(
        .meaning, at: given == nil ? value.position : entry.position,
        "the variable '\(entry.key)' is \(type.name), not \(value.found)"
          + (given.map { ", which \($0.origin) states" } ?? ""))
      return nil
    }
    return Variable(value: content, origin: given?.origin)
  }
}

extension VariableType {
  /// The type in words.
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .bool: "true or false"
    case .time: Reader.timeForms
    case .color: "a colour: \"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a CSS colour name"
    case .file: "the path of a file"
    case .list: "a list, [a, b]"
    case .files: "a list of paths, [a, b]"
    }
  }
}

extension SourceValue {
  /// The type of a variable with this default.
  fileprivate var variableType: VariableType {
    if list != nil { return .list }
    return switch scalar?.kind {
    case .bool: .bool
    case .number: .number
    case .null, .text, nil: .text
    }
  }

  fileprivate func without(_ key: String) -> SourceValue {
    guard let map else { return self }
    return SourceValue(position: position, content: .map(map.filter { $0.key != key }))
  }
}

extension SourceValue.Content {
  /// A value as a type requires; `nil` for a value of another type.
  ///
  /// Text of the command line and of tables is not plain, but may be a number.
  fileprivate init?(
    _ value: SourceValue, as type: VariableType, from origin: String, to directory: String
  ) {
    switch type {
    case .list, .files:
      guard let list = value.list ?? value.scalar?.flowList else { return nil }
      let element: VariableType? = type == .files ? .file : nil
      let elements = list.compactMap { value -> SourceValue? in
        let content =
          element.map {
            SourceValue.Content(value, as: $0, from: origin, to: directory)
          } ?? value.content
        return content.map { SourceValue(position: value.position, content: $0) }
      }
      if elements.count != list.count { return nil }
      self = .list(elements)
      return
    case .text, .number, .bool, .time, .color, .file: break
    }
    guard let scalar = value.scalar, scalar.kind != .null else { return nil }
    let plain = SourceValue.Scalar(text: scalar.text, isPlain: true)
    switch type {
    case .number where plain.kind == .number: self = .scalar(plain)
    case .bool:
      guard case .bool = plain.kind else { return nil }
      self = .scalar(plain)
    case .time where plain.kind == .number: self = .scalar(plain)
    case .time where TimeText(scalar.text) != nil, .color where Color(text: scalar.text) != nil:
      self = .scalar(.init(text: scalar.text, isPlain: false))
    case .text: self = .scalar(.init(text: scalar.text, isPlain: false))
    case .file where !scalar.text.isEmpty:
      let path =
        origin == directory
        ? scalar.text
        : AssetLocation(AssetLocation(scalar.text).resolved(in: origin)).relative(to: directory)
      self = .scalar(.init(text: path, isPlain: false))
    default: return nil
    }
  }
}

extension SourceValue.Scalar {
  /// The scalars of a list in brackets, as in YAML.
  fileprivate var flowList: [SourceValue]? {
    guard !isPlain, text.hasPrefix("[") else { return nil }
    // Text that is no list is reported as such.
    let tree = try? SourceTree(SourceText(text, file: ""), file: "")
    guard let tree, tree.diagnostics.isEmpty, let list = tree.root.list,
      list.allSatisfy({ $0.scalar != nil })
    else { return nil }
    return list
  }
}

/// Replaces references to variables, within limits.
private struct Replacement {
  let variables: [String: Variable]
  /// What the values of variables may still add.
  private var values = SourceLimits.values
  private var bytes = SourceLimits.bytes
  private var isExhausted = false

  init(variables: [String: Variable]) { self.variables = variables }

  mutating func entries(
    _ entries: [SourceValue.Entry], _ reader: inout Reader
  ) -> [SourceValue.Entry] {
    entries.map { entry in
      var entry = entry
      entry.value = value(entry.value, &reader)
      return entry
    }
  }

  private mutating func value(_ value: SourceValue, _ reader: inout Reader) -> SourceValue {
    var result = value
    switch value.content {
    case .invalid: break
    case .list(let list): result.content = .list(list.map { self.value($0, &reader) })
    case .map(let map): result.content = .map(entries(map, &reader))
    case .scalar(let scalar):
      if scalar.text.contains("${") {
        result.content = content(of: scalar, at: value.position, &reader) ?? .invalid
      }
    }
    return result
  }

  /// A scalar with the values of its variables; `nil` after a report.
  private mutating func content(
    of scalar: SourceValue.Scalar, at position: SourcePosition, _ reader: inout Reader
  ) -> SourceValue.Content? {
    if let name = scalar.text.wholeMatch(of: /\$\{([^}]*)\}/).map({ String($0.1) }) {
      guard let variable = variable(name, at: position, &reader) else { return nil }
      return hasRoom(for: variable.value, at: position, &reader)
        ? variable.value.moved(to: position) : nil
    }
    var text = "", rest = scalar.text[...]
    while let start = rest.firstRange(of: "${") {
      // Two dollar signs stand for one.
      if rest[..<start.lowerBound].last == "$" {
        text += rest[..<start.lowerBound].dropLast() + "${"
        rest = rest[start.upperBound...]
        continue
      }
      text += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        reader.report(
          .meaning, at: position, "'${' begins a variable, which needs '}'; '$${' is the text '${'")
        return nil
      }
      let name = String(rest[start.upperBound..<end])
      guard let variable = variable(name, at: position, &reader) else { return nil }
      guard case .scalar(let value) = variable.value else {
        reader.report(
          .meaning, at: position, "the variable '\(name)' is a list, which cannot be part of a text"
        )
        return nil
      }
      guard hasRoom(for: variable.value, at: position, &reader) else { return nil }
      text += value.text
      rest = rest[rest.index(after: end)...]
    }
    return .scalar(.init(text: text + rest, isPlain: false))
  }

  private func variable(
    _ name: String, at position: SourcePosition, _ reader: inout Reader
  ) -> Variable? {
    guard let variable = variables[name] else {
      let known = name.nearest(in: variables.keys).map { "; did you mean '\($0)'?" }
      reader.report(
        .meaning, at: position,
        "there is no variable \(name.quoted) in 'vars'"
          + (known ?? "; '$${' is the text '${'"))
      return nil
    }
    reader.variables.add(name, from: variable.origin, at: position)
    return variable
  }

  private mutating func hasRoom(
    for value: SourceValue.Content, at position: SourcePosition, _ reader: inout Reader
  ) -> Bool {
    let size = value.size
    values -= size.values
    bytes -= size.bytes
    if values >= 0, bytes >= 0 { return true }
    if !isExhausted {
      reader.report(
        .meaning, at: position,
        "the values of variables add more than \(SourceLimits.values) values or "
          + "\(SourceLimits.bytes) bytes")
    }
    isExhausted = true
    return false
  }
}

extension SourceValue.Content {
  /// The value at another position.
  fileprivate func moved(to position: SourcePosition) -> Self {
    guard case .list(let list) = self else { return self }
    return .list(list.map { SourceValue(position: position, content: $0.content) })
  }

  fileprivate var size: (values: Int, bytes: Int) {
    switch self {
    case .scalar(let scalar): (1, scalar.text.utf8.count)
    case .list(let list):
      list.map(\.content.size).reduce((1, 0)) { ($0.0 + $1.values, $0.1 + $1.bytes) }
    case .map, .invalid: (1, 0)
    }
  }
}
