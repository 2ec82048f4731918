/// Something wrong in a composition file, and where.
public struct Diagnostic: Sendable, Hashable {
  /// What is wrong: a rule that the file breaks, or a likely mistake.
  public enum Kind: Sendable, Hashable {
    /// The text is not YAML, or more of it than is read.
    case syntax
    /// A key, a type or a value that the format does not have: what the JSON Schema rejects, too.
    case shape
    /// Values that are well formed but cannot be meant: an overlap, a dangling reference.
    case meaning
    /// What renders, but is likely a mistake: no error.
    case warning
  }

  /// The file's name as it was given.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int
  public var kind: Kind
  /// What was found, and what would be right.
  public var message: String

  public init(
    file: String, line: Int, column: Int, kind: Kind = .meaning, message: String
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
    self.message = message
  }
}

extension Diagnostic: CustomStringConvertible {
  /// In the form that editors jump to: `edit.yaml:3:14: error: unknown key 'opactiy'`.
  public var description: String {
    "\(file):\(line):\(column): \(kind == .warning ? "warning" : "error"): \(message)"
  }
}

/// Why a composition file could not be read: everything that is wrong with it, at once.
public struct CompositionFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// In the order of the file; at least one.
  public let diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The diagnostics, one a line.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
