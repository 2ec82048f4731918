import Yams

/// The values of a text, parsed by Yams, with each alias replaced by the value of its anchor.
///
/// Yams only receives texts whose cost is bounded. Its composer compares the complete contents of a
/// map's keys, and stops at the first duplicate key. Therefore, while it runs:
/// - A placeholder replaces each `*`. This turns aliases into scalars, which ``SourceComposer``
///   resolves and counts.
/// - A text with very many flow maps and explicit keys, which may be keys of each other, is first
///   composed without them, to verify that it is not nested too deeply.
/// - A placeholder replaces a character of a duplicate key, and the text is composed again.
struct SourceTree {
  let root: SourceValue
  /// Errors in the YAML that do not prevent the rest from being read.
  let diagnostics: [Diagnostic]

  init(_ source: SourceText, file: String) throws(CompositionFileError) {
    var text = MaskedText(source)
    while true {
      do throws(YamlFailure) {
        if source.mayHaveCostlyKeys {
          try compose(text.withoutBraces) { root throws(YamlFailure) in try root?.checkDepth() }
        }
        var composer = SourceComposer(text: text, file: file, source.limits)
        root = try compose(text.text) { root throws(YamlFailure) in
          if let root { try composer.value(of: root, depth: 1) } else { .nothing }
        }
        diagnostics = composer.diagnostics
        return
      } catch {
        switch error {
        case .error(let message, let position):
          let hint =
            message.contains("did not find")
            ? source.colorHint(before: position) ?? source.variableHint(before: position) : nil
          let cause = hint == nil ? source.cause(at: position) : nil
          throw CompositionFileError(
            cause ?? message + (hint ?? ""), at: position, file: file)
        case .duplicateKey(let key, let position):
          if text.maskKey(at: position) { continue }
          throw CompositionFileError(
            "the key \(text.unmasked(key).quoted) is given twice", at: position, file: file)
        }
      }
    }
  }
}

/// Calls `body` with the root node of a text; a second document is an error.
private func compose<Result>(
  _ text: String, _ body: (Node?) throws(YamlFailure) -> Result
) throws(YamlFailure) -> Result {
  let parser: Parser
  let root: Node?
  do {
    parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
    root = try parser.singleRoot()
  } catch let error as YamlError {
    throw YamlFailure(error)
  } catch {
    throw .error("not YAML: \(error)", SourcePosition())
  }
  // Nodes have weak references to their anchors. The parser owns them.
  defer { withExtendedLifetime(parser) {} }
  return try body(root)
}

extension Node {
  /// Checks the depth of a text whose flow maps are written as lists.
  ///
  /// Such a map counts twice, as the list and as a map for each of its pairs. Every other level at
  /// most is a map.
  fileprivate func checkDepth(_ depth: Int = 0) throws(YamlFailure) {
    if depth > SourceLimits.depth * 3 / 2 {
      throw .error(tooDeep, mark.map(SourcePosition.init) ?? SourcePosition())
    }
    switch self {
    case .scalar, .alias: break
    case .sequence(let sequence):
      for node in sequence { try node.checkDepth(depth + 1) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        try key.checkDepth(depth + 1)
        try value.checkDepth(depth + 1)
      }
    }
  }
}

extension SourceText {
  /// A hint for errors about a missing bracket or comma: an unquoted colour shortly before is a
  /// comment that hides the rest of its line.
  fileprivate func colorHint(before position: SourcePosition) -> String? {
    let found = lines(before: position).last { _, line in
      guard let sign = line.firstRange(of: ": #") else { return false }
      let digits = line[sign.upperBound...].prefix(3)
      return digits.count == 3 && digits.allSatisfy(\.isHexDigit)
    }
    return found.map { "; a colour needs quotes: the '#' on line \($0.offset + 1) is a comment" }
  }

  /// A hint for the same errors: within brackets, the brace of a variable is that of a map.
  fileprivate func variableHint(before position: SourcePosition) -> String? {
    let found = lines(before: position).last { $0.element.firstRange(of: /[ \[,:]\$\{/) != nil }
    return found.map { "; within brackets a variable needs quotes, as on line \($0.offset + 1)" }
  }

  /// What libyaml does not accept at a position, in the user's terms; `nil` if that is unknown.
  fileprivate func cause(at position: SourcePosition) -> String? {
    guard let line = lines(before: position).last(where: { $0.offset == position.line - 1 }) else {
      return nil
    }
    let scalars = Array(line.element.unicodeScalars), index = position.column - 1
    guard scalars.indices.contains(index) else { return nil }
    switch scalars[index] {
    case "\t": return "a tab; YAML is indented with spaces"
    case "@", "`", "%": return "a text that starts with '\(scalars[index])' needs quotes"
    case ":": return colonCause(before: scalars[..<index], after: scalars[(index + 1)...])
    default: return nil
    }
  }

  /// The message about a second colon in a value, which makes a key of what is before it.
  ///
  /// - Parameters:
  ///   - head: The line before the colon.
  ///   - tail: The line after it.
  /// - Returns: The message; `nil` if the colon is not the second one of a plain value.
  private func colonCause(
    before head: ArraySlice<Unicode.Scalar>, after tail: ArraySlice<Unicode.Scalar>
  ) -> String? {
    guard tail.first == nil || tail.first == " ",
      let space = head.indices.dropFirst().last(where: { head[$0 - 1] == ":" && head[$0] == " " })
    else { return nil }
    let start = head[space...].drop { $0 == " " }
    guard let first = start.first, !"\"'[{".unicodeScalars.contains(first) else { return nil }
    let isFlow = head.contains("{") || head.contains("[")
    let end = tail.prefix { !isFlow || !",]}".unicodeScalars.contains($0) }
    let text = (String(start) + ":" + String(end)).trimmingSpaces
    let words = start.split(separator: " ")
    let comma =
      isFlow && words.count > 1
      ? ", or a comma is missing before '\(String(words[words.count - 1]))'" : ""
    let example = text.contains("\"") || text.contains("\\") ? "" : ": \"\(text)\""
    return "a text that contains ': ' needs quotes\(example)\(comma)"
  }

  private func lines(
    before position: SourcePosition
  ) -> ArraySlice<(offset: Int, element: Substring)> {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Array(lines.prefix(position.line).enumerated())
      .map { (offset: $0.offset, element: $0.element) }.suffix(10)
  }
}

extension SourceValue {
  /// The value of an empty file.
  fileprivate static let nothing = SourceValue(
    position: SourcePosition(), content: .scalar(Scalar(text: "", isPlain: true)))
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
