/// Values for the variables of a composition file, which replace their defaults.
public struct VariableValues: Sendable {
  /// A value, before the type of its variable is known.
  struct Given: Sendable {
    var value: SourceValue
    /// Where the value comes from, for messages: `--set`.
    var origin: String
    /// The directory that relative paths start from.
    var directory: String
    /// Whether a file need not have the variable.
    var isOptional = false
  }

  private(set) var all: [String: Given] = [:]

  /// The names of all variables that have a value.
  public var names: [String] { all.keys.sorted() }

  /// Creates an empty list: all variables have their defaults.
  public init() {}

  /// Sets a variable to a text, which is read as the type of the variable requires.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - text: A number, a time, a path, or a list in brackets.
  ///   - origin: Where the value comes from, for messages.
  ///   - directory: The directory that relative paths start from.
  ///   - isOptional: Whether a file need not have the variable.
  public mutating func set(
    _ name: String, to text: String, from origin: String, directory: String = "",
    isOptional: Bool = false
  ) {
    let value = SourceValue(
      position: SourcePosition(), content: .scalar(.init(text: text, isPlain: false)))
    all[name] = Given(
      value: value, origin: origin, directory: directory, isOptional: isOptional)
  }

  /// Sets the variables that a JSON or YAML file has as keys.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file: a map of names and values.
  ///   - file: The name of the file, for messages.
  ///   - directory: The directory of the file, which relative paths start from.
  /// - Throws: ``CompositionFileError`` if the text is not a map.
  public mutating func set(
    reading bytes: some Collection<UInt8>, file: String, directory: String
  ) throws(CompositionFileError) {
    let tree = try SourceTree(SourceText(bytes, file: file), file: file)
    if !tree.diagnostics.isEmpty { throw CompositionFileError(tree.diagnostics) }
    guard let map = tree.root.map else {
      throw CompositionFileError(
        "expected a map of variables and their values, found \(tree.root.found)",
        at: tree.root.position, file: file)
    }
    for entry in map {
      let place = entry.value.position
      all[entry.key] = Given(
        value: entry.value, origin: "\(file):\(place.line):\(place.column)", directory: directory)
    }
  }

  /// The values of this list, with those of another one, which replace them.
  public func merging(_ other: VariableValues) -> VariableValues {
    var merged = self
    merged.all.merge(other.all) { $1 }
    return merged
  }
}
