import CutawayModel
import CutawayTime

/// Where the values of variables are used, for messages.
struct VariableUses: Sendable {
  /// The names and origins of variables, by the positions of the values that contain them.
  private var notes: [SourcePosition: String] = [:]
  /// The rows for which a part of the file is repeated.
  private var rows: [String] = []

  mutating func add(_ name: String, from origin: String?, at position: SourcePosition) {
    let text = "'\(name)'" + (origin.map { " (\($0))" } ?? "")
    if notes[position]?.contains(text) == true { return }
    notes[position] = notes[position].map { "\($0) and \(text)" } ?? text
  }

  /// Adds a row for which a part of the file is repeated.
  ///
  /// - Parameter name: The row in words.
  /// - Returns: The number of the copy, which its positions have.
  mutating func addRow(_ name: String) -> Int {
    rows.append(name)
    return rows.count
  }

  /// What a message about the value at a position adds.
  func note(at position: SourcePosition) -> String {
    let row = rows.indices.contains(position.row - 1) ? "; in \(rows[position.row - 1])" : ""
    return row + (notes[position].map { "; the value comes from the variable \($0)" } ?? "")
  }
}

/// A variable with its value.
struct Variable {
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
    var replacement = Replacement(variables: variables, limits)
    return replacement.value(root.without("vars"), &self)
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

  func without(_ key: String) -> SourceValue {
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
