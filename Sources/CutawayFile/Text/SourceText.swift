/// A text that is safe to pass to a YAML parser, which does not limit its own costs.
///
/// The text is within ``limits``. It has no characters that YAML forbids, no byte order mark,
/// and too few indicators to exceed the number of allowed values.
struct SourceText {
  let text: String
  let limits: CompositionLimits
  /// Private-use characters that do not occur in the text; they replace others during parsing.
  let placeholders: [Unicode.Scalar]
  /// Whether maps could be keys of maps in such numbers that comparing keys would take seconds.
  let mayHaveCostlyKeys: Bool

  /// One for each duplicate key, and those that ``MaskedText`` needs for other characters.
  private static let placeholderCount = SourceLimits.duplicateKeys + 4

  init(
    _ text: String, file: String, _ limits: CompositionLimits = .standard
  ) throws(CompositionFileError) {
    try Self.checkSize(text.utf8.count, limits, file: file)
    self.limits = limits
    let scalars = text.unicodeScalars
    self.text = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text
    var scan = SourceScan(limits)
    if let problem = scan.run(over: self.text.unicodeScalars) {
      throw CompositionFileError(problem, at: scan.position, file: file)
    }
    let taken = scan.privateUse.union(Self.escapedCharacters(in: self.text))
    placeholders = Array(
      (UInt32(0xE000)...0xF8FF).lazy.compactMap(Unicode.Scalar.init)
        .filter { !taken.contains($0) }.prefix(Self.placeholderCount))
    mayHaveCostlyKeys = scan.mayHaveCostlyKeys
    if placeholders.count < Self.placeholderCount {
      throw CompositionFileError("too many private-use characters", at: scan.position, file: file)
    }
  }

  init(
    _ bytes: some Collection<UInt8>, file: String, _ limits: CompositionLimits = .standard
  ) throws(CompositionFileError) {
    try Self.checkSize(bytes.count, limits, file: file)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CompositionFileError(
        "the text is not UTF-8 from here on", at: Self.endOfValidText(in: bytes), file: file)
    }
    try self.init(text, file: file, limits)
  }

  /// The characters that are written `\u…` or `\U…`, and some text that only looks like this.
  private static func escapedCharacters(in text: String) -> Set<Unicode.Scalar> {
    var characters: Set<Unicode.Scalar> = []
    var rest = text.utf8[...]
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[rest.index(after: backslash)...]
      guard let kind = rest.first, kind == UInt8(ascii: "u") || kind == UInt8(ascii: "U") else {
        continue
      }
      let digits = rest.dropFirst().prefix(kind == UInt8(ascii: "u") ? 4 : 8)
      if let scalar = UInt32(Substring(digits), radix: 16).flatMap(Unicode.Scalar.init) {
        characters.insert(scalar)
      }
    }
    return characters
  }

  private static func checkSize(
    _ count: Int, _ limits: CompositionLimits, file: String
  ) throws(CompositionFileError) {
    if count > limits.bytes {
      throw CompositionFileError(
        "the file has more than \(limits.bytes) bytes, the limit",
        at: SourcePosition(), file: file)
    }
  }

  private static func endOfValidText(in bytes: some Collection<UInt8>) -> SourcePosition {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var valid = String.UnicodeScalarView()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { valid.append(scalar) }
    if valid.first == "\u{FEFF}" { valid.removeFirst() }
    var position = SourcePosition()
    position.advance(over: valid)
    return position
  }
}

extension CompositionFileError {
  /// A single error after which the rest of a file cannot be read.
  init(_ message: String, at position: SourcePosition, file: String) {
    self.init([
      Diagnostic(
        file: file, line: position.line, column: position.column, kind: .syntax, message: message)
    ])
  }
}
