public import CutawayModel

/// A composition that was read from a file, with the position of every value.
///
/// It has not been checked against its media: whether they exist, and whether they are as long as
/// the segments require.
public struct CompositionDocument: Sendable {
  /// The composition, without faults except those that concern its media.
  public let composition: Composition
  /// The name of the file, as passed to the initializer; diagnostics start with it.
  public let file: String
  /// The paths of the tables whose rows are in the composition.
  public let tables: [String]
  private let positions: PositionMap
  private let variables: VariableUses

  /// Reads the text of a file whose meaning does not depend on its media.
  ///
  /// ``CompositionText`` reads other files.
  ///
  /// - Parameters:
  ///   - text: YAML, of which JSON is a subset.
  ///   - file: The name of the file, for diagnostics.
  ///   - directory: The file's own directory, which relative paths of assets start from. It is
  ///     prepended to them as it is; no path becomes absolute. Empty or `.` changes nothing.
  /// - Throws: ``CompositionFileError`` with all errors in the file.
  public init(
    reading text: String, file: String, directory: String
  ) throws(CompositionFileError) {
    self = try CompositionText(text, file: file, directory: directory).document()
  }

  /// Reads the bytes of a file, which must be UTF-8, and whose meaning does not depend on its media.
  ///
  /// - Throws: ``CompositionFileError`` with all errors in the file.
  public init(
    reading bytes: some Collection<UInt8>, file: String, directory: String
  ) throws(CompositionFileError) {
    self = try CompositionText(bytes, file: file, directory: directory).document()
  }

  /// Reads the values of a file.
  init(_ root: SourceValue, by reader: Reader) throws(CompositionFileError) {
    var reader = reader
    let composition = reader.composition(root)
    guard let composition, reader.diagnostics.isEmpty else {
      throw CompositionFileError(reader.diagnostics)
    }
    self.composition = composition
    file = reader.file
    tables = reader.listings.tables
    positions = reader.positions
    variables = reader.variables
  }

  /// A diagnostic for a value of the composition that a later check finds to be wrong.
  ///
  /// - Parameters:
  ///   - path: Keys and indices of the model, as in `Composition.Fault`. Gaps between segments
  ///     count as the empty segments that represent them. If the file does not contain the value,
  ///     for example because it is a default, the position is that of the innermost value around
  ///     it.
  ///   - message: What was found, and what would be right.
  ///   - kind: The severity.
  /// - Returns: The diagnostic.
  public func diagnostic(
    at path: [String], _ message: String, kind: Diagnostic.Kind = .meaning
  ) -> Diagnostic {
    let position = positions.nearest(to: path)
    return Diagnostic(
      file: file, line: position.line, column: position.column, kind: kind,
      message: message + variables.note(at: position))
  }
}
