public import CutawayModel

/// A composition file whose syntax has been read, but whose meaning may depend on its media.
///
/// The length of a whole clip is that of its file, and the sound of a sequence depends on which clips
/// have any. Open ``neededMedia``, and pass what they contain to ``document(media:failures:)``. Before that,
/// read ``neededListings``, and pass what they contain to ``reading(_:)``.
public struct CompositionText: Sendable {
  /// The assets whose properties the meaning of the file depends on.
  ///
  /// Empty if the file has errors in other parts that hide them, or if it needs listings.
  public let neededMedia: [Asset]
  /// The tables and folders that the meaning of the file depends on.
  ///
  /// Pass what they contain to ``reading(_:)``, which may name more.
  public let neededListings: [FileListing]
  /// How large the file and its tables may be.
  package var limits: CompositionLimits { reader.limits }
  private let root: SourceValue
  private let reader: Reader
  private let source: SourceValue
  private let values: VariableValues

  /// Reads the syntax of a text.
  ///
  /// - Parameters:
  ///   - text: YAML, of which JSON is a subset.
  ///   - file: The name of the file, for diagnostics.
  ///   - directory: The file's own directory, which relative paths of assets start from.
  ///   - values: Values of the variables of the file.
  ///   - limits: How large the text may be.
  /// - Throws: ``CompositionFileError`` with the errors that hide all others.
  public init(
    _ text: String, file: String, directory: String, values: VariableValues = VariableValues(),
    limits: CompositionLimits = .standard
  ) throws(CompositionFileError) {
    try self.init(SourceText(text, file: file, limits), file, directory, values)
  }

  /// Reads the syntax of bytes, which must be UTF-8.
  ///
  /// - Throws: ``CompositionFileError`` with the errors that hide all others.
  public init(
    _ bytes: some Collection<UInt8>, file: String, directory: String,
    values: VariableValues = VariableValues(), limits: CompositionLimits = .standard
  ) throws(CompositionFileError) {
    try self.init(SourceText(bytes, file: file, limits), file, directory, values)
  }

  private init(
    _ source: SourceText, _ file: String, _ directory: String, _ values: VariableValues
  ) throws(CompositionFileError) {
    let tree = try SourceTree(source, file: file)
    let reader = Reader(
      file: file, directory: directory, limits: source.limits, diagnostics: tree.diagnostics)
    try self.init(tree.root, reader, values)
  }

  private init(
    _ source: SourceValue, _ blank: Reader, _ values: VariableValues
  ) throws(CompositionFileError) {
    (self.source, self.values) = (source, values)
    var reader = blank
    guard let root = reader.replacingVariables(in: source, by: values) else {
      throw CompositionFileError(reader.diagnostics)
    }
    self.root = root
    self.reader = reader
    // The first reading finds out what it lacks. The second one reports all errors.
    _ = reader.composition(root)
    neededListings = reader.listings.needed
    neededMedia = neededListings.isEmpty ? reader.assets.needed : []
  }

  /// Reads the file with what its listings contain.
  ///
  /// - Parameter contents: What ``neededListings`` contain.
  /// - Returns: The file, which may need others of them.
  /// - Throws: ``CompositionFileError`` with the errors that hide all others.
  public func reading(
    _ contents: [FileListing: FileListing.Contents]
  ) throws(CompositionFileError) -> CompositionText {
    var blank = Reader(
      file: reader.file, directory: reader.directory, limits: reader.limits,
      diagnostics: reader.diagnostics.filter { $0.kind == .syntax })
    blank.listings.contents = reader.listings.contents.merging(contents) { $1 }
    return try CompositionText(source, blank, values)
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
    if let listing = neededListings.first {
      throw CompositionFileError(
        "the meaning depends on '\(listing.path)', whose contents are not known",
        at: root.position, file: reader.file)
    }
    var reader = reader
    reader.assets.media = FileMedia(descriptions: media, failures: failures)
    return try CompositionDocument(root, by: reader)
  }
}
