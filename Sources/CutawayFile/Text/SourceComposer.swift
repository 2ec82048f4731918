import Yams

/// Converts the nodes that Yams has parsed to values: resolves aliases, and reports constructs that
/// YAML allows but the format does not.
struct SourceComposer {
  private let text: MaskedText
  private let file: String
  private let limits: CompositionLimits
  private(set) var diagnostics: [Diagnostic] = []
  private var anchors: [String: Anchored] = [:]
  private var count = 0

  private struct Anchored {
    var value: SourceValue
    var count: Int
    var height: Int
  }

  init(text: MaskedText, file: String, _ limits: CompositionLimits) {
    self.text = text
    self.file = file
    self.limits = limits
  }

  mutating func value(
    of node: Node, depth: Int, isKey: Bool = false
  ) throws(YamlFailure) -> SourceValue {
    let position = node.mark.map(SourcePosition.init) ?? SourcePosition()
    if depth > SourceLimits.depth { throw .error(tooDeep, position) }
    let before = count
    try add(1, at: position)
    if let tag = node.tagName, !(isKey && node.isTaggedByComparison),
      !(tag == Tag.Name.str.rawValue && node.isQuoted)
    {
      report("tags are not supported: \(tag.quoted)", at: position)
      return SourceValue(position: position, content: .invalid)
    }
    let content = try content(of: node, at: position, depth: depth)
    let value = SourceValue(position: position, content: content)
    if let anchor = node.anchor {
      anchors[anchor.rawValue] = Anchored(
        value: value, count: count - before, height: value.height)
    }
    return value
  }

  private mutating func content(
    of node: Node, at position: SourcePosition, depth: Int
  ) throws(YamlFailure) -> SourceValue.Content {
    switch node {
    case .scalar(let scalar):
      guard
        let joined = scalar.style == .doubleQuoted
          ? text.joiningSurrogates(in: scalar.string) : scalar.string
      else {
        report(
          "half a character: '\\ud800' to '\\udfff' must be a pair, a high and a low surrogate",
          at: position)
        return .invalid
      }
      let string = text.unmasked(joined)
      if scalar.style == .plain, string.utf8.first == UInt8(ascii: "*") {
        return try content(ofAlias: string.dropFirst(), of: node, at: position, depth: depth)
      }
      if scalar.style == .plain, string == "?" || string.hasPrefix("? ") {
        report("explicit keys ('? key') are not supported", at: position)
        return .invalid
      }
      if string.unicodeScalars.contains("\0") {
        report("the character U+0000 is not allowed in text", at: position)
        return .invalid
      }
      if string.unicodeScalars.contains("\u{7F}"),
        ![.singleQuoted, .doubleQuoted].contains(scalar.style)
      {
        report("the character U+007F is only allowed in quotes", at: position)
        return .invalid
      }
      return .scalar(SourceValue.Scalar(text: string, isPlain: scalar.style == .plain))
    case .sequence(let sequence):
      var list: [SourceValue] = []
      for element in sequence { list.append(try value(of: element, depth: depth + 1)) }
      return .list(list)
    case .mapping(let mapping):
      return .map(try entries(of: mapping, depth: depth))
    case .alias:
      return .invalid  // Only an encoder makes these.
    }
  }

  private mutating func entries(
    of mapping: Node.Mapping, depth: Int
  ) throws(YamlFailure) -> [SourceValue.Entry] {
    var entries: [SourceValue.Entry] = []
    var lines: [String: Int] = [:]
    for (keyNode, valueNode) in mapping {
      let key = try value(of: keyNode, depth: depth + 1, isKey: true)
      let value = try value(of: valueNode, depth: depth + 1)
      guard let name = key.scalar?.text else {
        if !key.isInvalid { report("a key must be text, not \(key.found)", at: key.position) }
        continue
      }
      if name == "<<", key.scalar?.isPlain == true {
        report("merge keys ('<<') are not supported", at: key.position)
      } else if let line = lines[name] {
        report("the key \(name.quoted) is given twice, first on line \(line)", at: key.position)
      } else {
        lines[name] = key.position.line
        entries.append(SourceValue.Entry(key: name, position: key.position, value: value))
      }
    }
    return entries
  }

  private mutating func content(
    ofAlias name: Substring, of node: Node, at position: SourcePosition, depth: Int
  ) throws(YamlFailure) -> SourceValue.Content {
    if node.anchor != nil {
      report("an alias cannot have an anchor", at: position)
      return .invalid
    }
    guard let anchored = anchors[String(name)] else {
      report("there is no anchor called \(String(name).quoted) before this alias", at: position)
      return .invalid
    }
    try add(anchored.count - 1, at: position)
    if depth + anchored.height - 1 > SourceLimits.depth { throw .error(tooDeep, position) }
    return anchored.value.content
  }

  private mutating func add(_ values: Int, at position: SourcePosition) throws(YamlFailure) {
    count += values
    if count > limits.values {
      throw .error("the file has more than \(limits.values) values", position)
    }
  }

  private mutating func report(_ message: String, at position: SourcePosition) {
    if diagnostics.count >= SourceLimits.diagnostics { return }
    diagnostics.append(
      Diagnostic(
        file: file, line: position.line, column: position.column, kind: .syntax, message: message))
  }
}

extension SourceValue {
  /// The nesting depth of lists and maps, plus one for the scalar within them.
  fileprivate var height: Int {
    switch content {
    case .scalar, .invalid: 1
    case .list(let list): 1 + (list.map(\.height).max() ?? 0)
    case .map(let entries): 1 + (entries.map(\.value.height).max() ?? 0)
    }
  }
}

extension Node {
  /// The tag of the node, if it has one.
  ///
  /// Yams also assigns tags to quoted scalars and to keys.
  fileprivate var tagName: String? {
    let tag =
      switch self {
      case .scalar(let scalar): scalar.tag
      case .sequence(let sequence): sequence.tag
      case .mapping(let mapping): mapping.tag
      case .alias(let alias): alias.tag
      }
    return tag.description.isEmpty ? nil : tag.description
  }

  /// Whether the tag may be one that Yams assigned to a key in order to compare it with others.
  fileprivate var isTaggedByComparison: Bool {
    let names: [Tag.Name] = [.str, .seq, .map]
    return names.contains { $0.rawValue == tagName }
  }

  fileprivate var isQuoted: Bool {
    if case .scalar(let scalar) = self { scalar.style != .plain } else { false }
  }
}
