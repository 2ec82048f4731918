public import CutawayModel

/// A composition as it was read from a file, with the position of every value.
///
/// What needs the media is not checked: whether they are there, and as long as the segments say.
public struct CompositionDocument: Sendable {
  public let composition: Composition
  /// The file's name as it was given; diagnostics start with it.
  public let file: String
  private let positions: PositionMap

  /// The most bytes that a file has: of one that has more, no more need be read to know that.
  public static let sizeLimit = SourceLimits.bytes

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: YAML, which JSON is too.
  ///   - file: The file's name for diagnostics.
  ///   - directory: What relative paths of assets start from: the file's own directory. It is put
  ///     before them as it is; nothing is made absolute. Empty or `.` changes nothing.
  /// - Throws: ``CompositionFileError`` with everything that is wrong with the file.
  public init(
    reading text: String, file: String, directory: String
  ) throws(CompositionFileError) {
    try self.init(SourceText(text, file: file), file: file, directory: directory)
  }

  /// Reads the bytes of a file, which must be UTF-8.
  ///
  /// - Throws: ``CompositionFileError`` with everything that is wrong with the file.
  public init(
    reading bytes: some Collection<UInt8>, file: String, directory: String
  ) throws(CompositionFileError) {
    try self.init(SourceText(bytes, file: file), file: file, directory: directory)
  }

  private init(
    _ source: SourceText, file: String, directory: String
  ) throws(CompositionFileError) {
    let tree = try SourceTree(source, file: file)
    var reader = Reader(file: file, directory: directory, diagnostics: tree.diagnostics)
    let composition = reader.composition(tree.root)
    guard let composition, reader.diagnostics.isEmpty else {
      throw CompositionFileError(reader.diagnostics)
    }
    self.composition = composition
    self.file = file
    positions = reader.positions
  }

  /// A diagnostic for a value of the composition that turns out to be wrong later.
  ///
  /// - Parameters:
  ///   - path: Keys and indices of the model, as in `Composition.Fault`: holes between
  ///     segments count as the empty segments they have become. Where there is no such value in the
  ///     file, as for a default, the position is that of the nearest value around it.
  ///   - message: What was found, and what would be right.
  ///   - kind: How bad it is.
  /// - Returns: The diagnostic.
  public func diagnostic(
    at path: [String], _ message: String, kind: Diagnostic.Kind = .meaning
  ) -> Diagnostic {
    let position = positions.nearest(to: path)
    return Diagnostic(
      file: file, line: position.line, column: position.column, kind: kind, message: message)
  }
}
