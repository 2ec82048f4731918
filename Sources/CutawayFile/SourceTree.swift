import Yams

/// The values of a text, parsed by Yams, aliases replaced by what they stand for.
///
/// Yams is only given texts whose cost is bounded. Its composer compares the keys of a map by all
/// that is in them, and stops at the first that is given twice. So while it runs
/// - a placeholder stands for each `*`, which turns aliases into scalars that are resolved, and
///   counted, by ``SourceComposer``;
/// - a text with very many flow maps and explicit keys, which may be keys of each other, is composed
///   without them first, to know that it is not deep;
/// - of a key given twice, one is altered by a placeholder and the text composed anew.
struct SourceTree {
  let root: SourceValue
  /// What is wrong with the YAML without keeping the rest from being read.
  let diagnostics: [Diagnostic]

  init(_ source: SourceText, file: String) throws(CompositionFileError) {
    var text = MaskedText(source)
    while true {
      do throws(YamlFailure) {
        if source.mayHaveCostlyKeys {
          try compose(text.withoutBraces) { root throws(YamlFailure) in try root?.checkDepth() }
        }
        var composer = SourceComposer(text: text, file: file)
        root = try compose(text.text) { root throws(YamlFailure) in
          if let root { try composer.value(of: root, depth: 1) } else { .nothing }
        }
        diagnostics = composer.diagnostics
        return
      } catch {
        switch error {
        case .error(let message, let position):
          let hint = message.contains("did not find") ? source.colorHint(before: position) : nil
          throw CompositionFileError(message + (hint ?? ""), at: position, file: file)
        case .duplicateKey(let key, let position):
          if text.maskKey(at: position) { continue }
          throw CompositionFileError(
            "the key \(text.unmasked(key).quoted) is given twice", at: position, file: file)
        }
      }
    }
  }
}

/// Calls `body` with the one document of a text.
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
  // Nodes refer to their anchors weakly; the parser holds them.
  defer { withExtendedLifetime(parser) {} }
  return try body(root)
}

extension Node {
  /// A flow map written as a list counts twice, as the list and as a map for each of its pairs; the
  /// format has no more than five within each other.
  fileprivate func checkDepth(_ depth: Int = 0) throws(YamlFailure) {
    if depth > SourceLimits.depth + 5 {
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
  /// What may be at fault where a bracket or a comma is missed: a colour without quotes, shortly
  /// before, is a comment that has taken the rest of its line.
  fileprivate func colorHint(before position: SourcePosition) -> String? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let near = lines.prefix(position.line).enumerated().suffix(10)
    let found = near.last { _, line in
      guard let sign = line.firstRange(of: ": #") else { return false }
      let digits = line[sign.upperBound...].prefix(3)
      return digits.count == 3 && digits.allSatisfy(\.isHexDigit)
    }
    return found.map { "; a colour needs quotes: the '#' on line \($0.offset + 1) is a comment" }
  }
}

extension SourceValue {
  /// What an empty file has.
  fileprivate static let nothing = SourceValue(
    position: SourcePosition(), content: .scalar(Scalar(text: "", isPlain: true)))
}
