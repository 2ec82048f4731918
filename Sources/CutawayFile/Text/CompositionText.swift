public import CutawayModel

/// A composition file whose syntax has been read, but whose meaning may depend on its media.
///
/// The length of a whole clip is that of its file, and the sound of a sequence depends on which clips
/// have any. Open ``neededMedia``, and pass what they contain to ``document(media:failures:)``.
public struct CompositionText: Sendable {
  /// The assets whose properties the meaning of the file depends on.
  ///
  /// Empty if the file has errors in other parts that hide them.
  public let neededMedia: [Asset]
  private let root: SourceValue
  private let reader: Reader

  /// Reads the syntax of a text.
  ///
  /// - Parameters:
  ///   - text: YAML, of which JSON is a subset.
  ///   - file: The name of the file, for diagnostics.
  ///   - directory: The file's own directory, which relative paths of assets start from.
  ///   - values: Values of the variables of the file.
  /// - Throws: ``CompositionFileError`` with the errors that hide all others.
  public init(
    _ text: String, file: String, directory: String, values: VariableValues = VariableValues()
  ) throws(CompositionFileError) {
    try self.init(SourceText(text, file: file), file, directory, values)
  }

  /// Reads the syntax of bytes, which must be UTF-8.
  ///
  /// - Throws: ``CompositionFileError`` with the errors that hide all others.
  public init(
    _ bytes: some Collection<UInt8>, file: String, directory: String,
    values: VariableValues = VariableValues()
  ) throws(CompositionFileError) {
    try self.init(SourceText(bytes, file: file), file, directory, values)
  }

  private init(
    _ source: SourceText, _ file: String, _ directory: String, _ values: VariableValues
  ) throws(CompositionFileError) {
    let tree = try SourceTree(source, file: file)
    var reader = Reader(file: file, directory: directory, diagnostics: tree.diagnostics)
    guard let root = reader.replacingVariables(in: tree.root, by: values) else {
      throw CompositionFileError(reader.diagnostics)
    }
    self.root = root
    self.reader = reader
    // The first reading finds out what it lacks. The second one reports all errors.
    _ = reader.composition(root)
    neededMedia = reader.assets.needed
  }

  /// Reads the meaning of the file.
  ///
  /// - Parameters:
  ///   - media: The properties of ``neededMedia``.
  ///   - failures: The reasons why others of them could not be read.
  /// - Returns: The composition with the positions of its values.
  /// - Throws: ``CompositionFileError`` with all errors in the file.
  public func document(
    media: [Asset.ID: MediaDescription] = [:], failures: [Asset.ID: String] = [:]
  ) throws(CompositionFileError) -> CompositionDocument {
    var reader = reader
    reader.assets.media = FileMedia(descriptions: media, failures: failures)
    return try CompositionDocument(root, by: reader)
  }
}
