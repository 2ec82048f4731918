/// A table of values for the variables of a composition file: each row is one variant.
public struct VariableRows: Sendable {
  /// The names of the columns, which are those of variables.
  public let names: [String]
  /// The texts of each row, in the order of the columns.
  public let rows: [[String]]
  private let lines: [Int]
  private let file: String
  private let directory: String

  /// Reads comma-separated values (RFC 4180), whose first row has the names.
  ///
  /// Semicolons or tabs may separate the values, if the first row has no comma. Empty lines are
  /// ignored.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, in UTF-8.
  ///   - file: The name of the file, for messages.
  ///   - directory: The directory of the file, which relative paths start from.
  /// - Throws: ``CompositionFileError`` at the first place that is not such a table.
  public init(
    _ bytes: some Collection<UInt8>, file: String, directory: String
  ) throws(CompositionFileError) {
    self.file = file
    self.directory = directory
    func fail(_ line: Int, _ message: String) -> CompositionFileError {
      CompositionFileError(message, at: SourcePosition(line: line, column: 1), file: file)
    }
    guard bytes.count <= SourceLimits.bytes else {
      throw fail(1, "the file has more than \(SourceLimits.bytes) bytes, the limit")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fail(1, "the text is not UTF-8")
    }
    var table = TableText(text)
    var records: [(fields: [String], line: Int)] = []
    while let record = table.next() {
      if record.fields != [""] { records.append(record) }
    }
    if let line = table.openQuote { throw fail(line, "a value in quotes does not end") }
    guard let head = records.first else {
      throw fail(1, "the file is empty; its first row has the names of variables")
    }
    names = head.fields.map { field in
      field.trimmingSpaces
    }
    for (index, name) in names.enumerated() {
      if name.isEmpty { throw fail(head.line, "column \(index + 1) has no name") }
      if names[..<index].contains(name) {
        throw fail(head.line, "two columns are called \(name.quoted)")
      }
    }
    for record in records.dropFirst() where record.fields.count != names.count {
      throw fail(
        record.line,
        "the row has \(record.fields.count) values, but the first row has \(names.count) names")
    }
    rows = records.dropFirst().map(\.fields)
    lines = records.dropFirst().map(\.line)
  }

  /// The values of a row; an empty text leaves a variable at its default.
  ///
  /// - Parameters:
  ///   - index: The index of the row.
  ///   - optional: Columns that a file need not have as variables.
  /// - Returns: The values.
  public func values(ofRow index: Int, optional: Set<String> = []) -> VariableValues {
    var values = VariableValues()
    for (name, text) in zip(names, rows[index]) where !text.isEmpty {
      values.set(
        name, to: text, from: place(ofRow: index), directory: directory,
        isOptional: optional.contains(name))
    }
    return values
  }

  /// The place of a row in the file, for messages.
  public func place(ofRow index: Int) -> String { "\(file):\(lines[index])" }
}

/// Divides a text into records of fields.
private struct TableText {
  /// The line of a quote that has no end.
  private(set) var openQuote: Int?
  private var rest: Substring.UnicodeScalarView
  private let separator: Unicode.Scalar
  private var line = 1

  init(_ text: String) {
    rest = text.unicodeScalars[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    let head = rest.prefix { $0 != "\n" }
    separator =
      head.contains(",") ? "," : head.contains(";") ? ";" : head.contains("\t") ? "\t" : ","
  }

  mutating func next() -> (fields: [String], line: Int)? {
    if rest.isEmpty { return nil }
    let first = line
    var fields: [String] = [], field = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"", field.isEmpty {
        field = quoted()
      } else if scalar == separator {
        fields.append(String(field))
        field = .init()
      } else if scalar == "\n" {
        line += 1
        break
      } else if scalar != "\r" || rest.first != "\n" {
        field.append(scalar)
      }
    }
    return (fields + [String(field)], first)
  }

  /// The rest of a value in quotes, in which two quotes stand for one.
  private mutating func quoted() -> String.UnicodeScalarView {
    let first = line
    var field = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        if rest.first != "\"" { return field }
        rest.removeFirst()
      }
      if scalar == "\n" { line += 1 }
      field.append(scalar)
    }
    openQuote = first
    return field
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
