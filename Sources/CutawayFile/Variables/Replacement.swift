/// Replaces references to variables, and repeats parts for the rows of lists, within limits.
struct Replacement {
  private var variables: [String: Variable]
  /// What the values of variables and repeated parts may still add.
  private var values: Int
  private var bytes: Int
  private var isExhausted = false
  /// The number of the copy that is being made; 0 outside of repeated parts.
  private var row = 0

  init(variables: [String: Variable], _ limits: CompositionLimits) {
    self.variables = variables
    (values, bytes) = (limits.values, limits.bytes)
  }

  /// A value with those of variables in it.
  mutating func value(_ value: SourceValue, _ reader: inout Reader) -> SourceValue {
    var result = value
    if row > 0 { result.position.row = row }
    switch value.content {
    case .invalid: break
    case .list(let list): result.content = .list(list.flatMap { elements(for: $0, &reader) })
    case .map(let entries):
      result.content = .map(
        entries.map { entry in
          var entry = entry
          if row > 0 { entry.position.row = row }
          entry.value = self.value(entry.value, &reader)
          return entry
        })
    case .scalar(let scalar):
      if scalar.text.contains("${") {
        result.content = content(of: scalar, at: result.position, &reader) ?? .invalid
      }
    }
    return result
  }

  /// The elements of a list that an element means: itself, or a copy for each row.
  private mutating func elements(
    for element: SourceValue, _ reader: inout Reader
  ) -> [SourceValue] {
    guard let stated = element.map?.first(where: { $0.key == Repetition.key })?.value else {
      return [value(element, &reader)]
    }
    let list = value(stated, &reader)
    guard let repetition = Repetition(list) else { return [value(element, &reader)] }
    let template = element.without(Repetition.key)
    let rows = reader.rows(of: repetition, at: list.position) ?? []
    return rows.enumerated().compactMap { index, row in
      values -= Repetition.cost
      guard hasRoom(for: template.content, at: list.position, &reader) else { return nil }
      var copy = self
      copy.row = reader.variables.addRow(row.name)
      let places = ["index": "\(index + 1)", "count": "\(rows.count)"].mapValues { text in
        Variable(value: .scalar(.init(text: text, isPlain: true, isCell: true)), origin: nil)
      }
      copy.variables.merge(places) { $1 }
      copy.variables.merge(row.values.mapValues { Variable(value: $0, origin: nil) }) { $1 }
      let result = copy.value(template, &reader)
      (values, bytes, isExhausted) = (copy.values, copy.bytes, copy.isExhausted)
      return result
    }
  }

  /// A scalar with the values of its variables; `nil` after a report.
  private mutating func content(
    of scalar: SourceValue.Scalar, at position: SourcePosition, _ reader: inout Reader
  ) -> SourceValue.Content? {
    if let name = scalar.text.wholeMatch(of: /\$\{([^}]*)\}/).map({ String($0.1) }) {
      guard let variable = variable(name, at: position, &reader) else { return nil }
      reader.variables.add(name, from: variable.origin, at: position)
      return hasRoom(for: variable.value, at: position, &reader)
        ? variable.value.moved(to: position) : nil
    }
    var text = "", rest = scalar.text[...]
    // A message about one variable does not name the others.
    var used: [(name: String, origin: String?)] = []
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
      guard hasRoom(for: variable.value, at: position, &reader, of: (name, variable.origin))
      else { return nil }
      text += value.text
      used.append((name, variable.origin))
      rest = rest[rest.index(after: end)...]
    }
    for variable in used {
      reader.variables.add(variable.name, from: variable.origin, at: position)
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
        "there is no variable \(name.quoted) in 'vars'\(row > 0 ? " or in the row" : "")"
          + (known ?? "; '$${' is the text '${'"))
      return nil
    }
    return variable
  }

  private mutating func hasRoom(
    for value: SourceValue.Content, at position: SourcePosition, _ reader: inout Reader,
    of variable: (name: String, origin: String?)? = nil
  ) -> Bool {
    let size = value.size
    values -= size.values
    bytes -= size.bytes
    if values >= 0, bytes >= 0 { return true }
    if !isExhausted {
      if let variable { reader.variables.add(variable.name, from: variable.origin, at: position) }
      reader.report(
        .meaning, at: position,
        "the values of variables and 'repeat' add more than \(reader.limits.values) values or "
          + "\(reader.limits.bytes) bytes")
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
    case .map(let entries):
      entries.map(\.value.content.size).reduce((1, 0)) { ($0.0 + $1.values, $0.1 + $1.bytes) }
    case .invalid: (1, 0)
    }
  }
}
