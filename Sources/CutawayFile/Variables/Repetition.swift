/// The rows for which an element of a list is repeated.
enum Repetition {
  /// Rows in the file itself.
  case rows([SourceValue])
  /// The path of a table with the rows.
  case table(String)
  /// What cannot be read, which was reported.
  case unreadable

  /// The key of an element that is repeated.
  static let key = "repeat"
  /// How many values a copy counts besides its own: its row takes time, too.
  static let cost = 8

  /// Interprets the value of the key.
  ///
  /// `nil` for other values, such as numbers, which are keys of the constructs themselves.
  init?(_ value: SourceValue) {
    switch value.content {
    case .list(let list): self = .rows(list)
    case .invalid: self = .unreadable
    case .scalar(let scalar):
      let suffix = scalar.text.split(separator: ".").last?.lowercased() ?? ""
      guard scalar.kind == .text, ["csv", "tsv", "json"].contains(suffix) else { return nil }
      self = .table(scalar.text)
    case .map: return nil
    }
  }

  /// A row with the values of its columns, by their names.
  struct Row {
    /// Where the row is, for messages.
    var name: String
    var values: [String: SourceValue.Content]
  }
}

extension Reader {
  /// The rows of a repetition.
  ///
  /// The result is `nil` if they are not known, or if the function has reported an error.
  mutating func rows(
    of repetition: Repetition, at position: SourcePosition
  ) -> [Repetition.Row]? {
    switch repetition {
    case .unreadable: return nil
    case .rows(let rows): return self.rows(rows, of: nil, at: position)
    case .table(let path):
      guard let contents = contents(of: .table(resolved(path)), called: path, at: position) else {
        return nil
      }
      guard case .table(let bytes) = contents else { return nil }
      do throws(CompositionFileError) {
        if path.lowercased().hasSuffix(".json") {
          let tree = try SourceTree(SourceText(bytes, file: path, limits), file: path)
          if !tree.diagnostics.isEmpty { throw CompositionFileError(tree.diagnostics) }
          guard let rows = tree.root.list else {
            return expectedRows(in: tree.root, at: position, of: path)
          }
          return self.rows(rows, of: path, at: position)
        }
        return try rows(of: VariableRows(bytes, file: path, directory: directory), at: position)
      } catch {
        report(.meaning, at: position, "cannot use the table: \(error.description)")
        return nil
      }
    }
  }

  private mutating func rows(
    of table: VariableRows, at position: SourcePosition
  ) -> [Repetition.Row]? {
    if let name = table.names.first(where: { !VariableName.isValid($0) }) {
      report(
        .meaning, at: position,
        "the column \(name.quoted) cannot be a variable, whose name has letters, digits and _")
      return nil
    }
    return table.rows.enumerated().map { index, cells in
      let values = zip(table.names, cells).map { name, text in
        (name, SourceValue.Content.scalar(.init(text: text, isPlain: false, isCell: true)))
      }
      return Repetition.Row(
        name: "the row \(table.place(ofRow: index))",
        values: Dictionary(values) { first, _ in first })
    }
  }

  /// Rows as lists state them: maps of names and values, or single values, which are called `item`.
  private mutating func rows(
    _ list: [SourceValue], of table: String?, at position: SourcePosition
  ) -> [Repetition.Row]? {
    var rows: [Repetition.Row] = []
    for (index, value) in list.enumerated() {
      var values: [String: SourceValue.Content] = [:]
      for entry in value.map ?? [.init(key: "item", position: value.position, value: value)] {
        if !VariableName.isValid(entry.key) {
          report(
            .meaning, at: table == nil ? entry.position : position,
            "\(entry.key.quoted) cannot be a variable, whose name has letters, digits and _")
          return nil
        }
        guard entry.value.isCell else {
          return expectedRows(in: entry.value, at: table == nil ? nil : position, of: table)
        }
        values[entry.key] = entry.value.content.asCell
      }
      rows.append(
        Repetition.Row(
          name: "row \(index + 1) of 'repeat'" + (table.map { " (\($0))" } ?? ""), values: values))
    }
    return rows
  }

  private mutating func expectedRows(
    in value: SourceValue, at position: SourcePosition?, of table: String?
  ) -> [Repetition.Row]? {
    if value.isInvalid { return nil }
    report(
      .shape, at: position ?? value.position,
      (table.map { "\($0):\(value.position.line): " } ?? "")
        + "expected a list of values, or of maps with names and values, found \(value.found)")
    return nil
  }
}

extension SourceValue.Content {
  /// A scalar without quotes as a cell, which also is a text.
  fileprivate var asCell: Self {
    guard case .scalar(var scalar) = self, scalar.isPlain else { return self }
    scalar.isCell = true
    return .scalar(scalar)
  }
}

extension SourceValue {
  /// Whether the value can be that of a variable: a scalar, or a list of scalars.
  fileprivate var isCell: Bool {
    func isScalar(_ value: SourceValue) -> Bool { value.scalar.map { $0.kind != .null } ?? false }
    return isScalar(self) || list?.allSatisfy(isScalar) == true
  }
}

extension ValueForm<Repetition.Unread> {
  /// Rows, or the path of a table, which the reader has already replaced by copies.
  static var repetition: Self {
    let scalar: JSON = ["type": ["string", "number", "boolean"]]
    let cell = JSON.any(scalar, ["type": "array", "items": scalar])
    return ValueForm(
      "list of values or of maps with names and values, or path of a CSV or JSON file",
      schema: .any(
        [
          "type": "array",
          "items": .any(cell, ["type": "object", "additionalProperties": cell]),
        ], ["type": "string", "pattern": #"\.([cC][sS][vV]|[tT][sS][vV]|[jJ][sS][oO][nN])$"#]),
      write: { _ in .list([]) }
    ) { reader, value, _ in
      reader.expected(
        "a list of values or of maps, or the path of a table, which ends with .csv, .tsv or .json",
        in: value)
    }
  }
}

extension Repetition {
  /// The value of the key where it is not one.
  struct Unread: Sendable, Equatable {}
}

extension Field {
  /// The key of an element that is repeated.
  static var repetition: Self {
    Field(
      Repetition.key, get: { _ -> Repetition.Unread? in nil }, set: { _, _ in },
      .repetition, .implied(as: "none"),
      "The rows for each of which the element is repeated: see [Repetition](#repetition).")
  }
}
