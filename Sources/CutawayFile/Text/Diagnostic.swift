/// An error or a warning about a composition file, with its position.
public struct Diagnostic: Sendable, Hashable {
  /// The rule that the file breaks, or a likely mistake.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be read.
    case unreadable
    /// A policy does not allow to read media on which the meaning of the file depends.
    case refused
    /// The text is not YAML, or exceeds a limit of the reader.
    case syntax
    /// A key, a type or a value that the format does not have.
    ///
    /// The JSON Schema rejects it, too.
    case shape
    /// A well-formed value that contradicts another or is not possible: an overlap, a dangling
    /// reference.
    case meaning
    /// A likely mistake in a file that renders; not an error.
    case warning
  }

  /// The name of the file, as passed to the reader.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The severity: a warning, or the kind of error.
  public var kind: Kind
  /// What was found, and what would be right.
  public var message: String

  /// Creates a diagnostic; `line` and `column` start at 1.
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
  /// The diagnostic in the form that editors link to: `edit.yaml:3:14: error: unknown key
  /// 'opactiy'`.
  public var description: String {
    "\(file):\(line):\(column): \(kind == .warning ? "warning" : "error"): \(message)"
  }
}

/// The reason why a composition file could not be read: all of its errors.
public struct CompositionFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors in the order of the file; at least one.
  public let diagnostics: [Diagnostic]

  /// Creates an error from diagnostics in any order, and sorts them by position.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The diagnostics, one per line.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
