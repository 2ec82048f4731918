import CutawayModel

/// The values of a map with the keys of a construct.
struct Fields<Whole: Sendable> {
  let construct: Construct<Whole>
  let position: SourcePosition
  /// In the order of the construct's keys.
  fileprivate var values: [SourceValue?]
  /// Whether the map has other keys, too.
  fileprivate(set) var hasUnknownKeys = false

  subscript(key: String) -> SourceValue? {
    construct.keys.firstIndex(of: key).flatMap { values[$0] }
  }

  /// Leaves out a key.
  mutating func remove(_ key: String) {
    if let index = construct.keys.firstIndex(of: key) { values[index] = nil }
  }
}

extension Reader {
  /// Reads a map whose required keys can all be read.
  ///
  /// If `stops`, the reader does not read the keys after a required one that it cannot read.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func whole<Whole>(
    _ value: SourceValue, of construct: Construct<Whole>, path: ModelPath?, stops: Bool = false
  ) -> Whole? {
    guard let fields = fields(of: value, as: construct) else { return nil }
    var whole = construct.blank
    let unread = read(fields, into: &whole, path: path, stops: stops)
    return construct.required.contains { unread.contains(construct.keys[$0]) } ? nil : whole
  }

  /// Takes the values of a map, and reports unknown and missing keys.
  ///
  /// The result is `nil` if the value is not a map.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func fields<Whole>(
    of value: SourceValue, as construct: Construct<Whole>
  ) -> Fields<Whole>? {
    guard let map = value.map else {
      let keys = alternatives(construct.keys + construct.alternatives)
      return expected("\(construct.name): a map with \(keys)", in: value)
    }
    var fields = Fields(
      construct: construct, position: value.position,
      values: Array(repeating: nil, count: construct.keys.count))
    for entry in map {
      if let index = construct.keys.firstIndex(of: entry.key) {
        fields.values[index] = entry.value
      } else {
        fields.hasUnknownKeys = true
        reportUnknown(entry, in: construct)
      }
    }
    for index in construct.required where fields.values[index] == nil {
      report(.shape, at: value.position, "\(construct.name) needs '\(construct.keys[index])'")
    }
    return fields
  }

  /// Reads the values of a map into a construct.
  ///
  /// - Parameters:
  ///   - fields: The values.
  ///   - whole: The construct. Keys that are missing or cannot be read leave it unchanged.
  ///   - path: The path of the construct in the model, if its positions are recorded.
  ///   - stops: Whether to stop at a required key that cannot be read.
  /// - Returns: The keys that cannot be read, and required ones that are missing.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func read<Whole>(
    _ fields: Fields<Whole>, into whole: inout Whole, path: ModelPath?, stops: Bool = false
  ) -> [String] {
    let rows = fields.construct.fields
    var unread: [String] = []
    // By index: a copy of a row would cost more than most values.
    for index in rows.indices {
      if let value = fields.values[index] {
        let path = path?[rows[index].pathKey]
        if let path { positions[path] = value.position }
        do throws(CompositionError) {
          if try rows[index].read(&self, value, path, &whole) { continue }
        } catch {
          report(.meaning, at: fields.position, error.message)
        }
      } else if !rows[index].presence.isRequired {
        continue
      }
      unread.append(rows[index].key)
      if stops, rows[index].presence.isRequired { break }
    }
    return unread
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func reportUnknown<Whole>(
    _ entry: SourceValue.Entry, in construct: Construct<Whole>
  ) {
    if isFull { return }
    let keys = construct.keys + construct.alternatives
    let known =
      (entry.key.nearest(in: keys) ?? construct.nestedKey(for: entry.key)).map {
        "; did you mean '\($0)'?"
      } ?? entry.key.list(of: keys, in: construct.name)
    report(.shape, at: entry.position, "unknown key \(entry.key.quoted)\(known)")
  }

  /// Reads a list; reports any other value.
  mutating func list(_ value: SourceValue, of name: String) -> [SourceValue] {
    value.list ?? expected("a list of \(name)", in: value) ?? []
  }
}

extension Construct {
  /// How a name such as `fontSize` is written, if it stands for a key of a key: `font: {size: …}`.
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate func nestedKey(for name: String) -> String? {
    for field in fields where name.count > field.key.count && name.hasPrefix(field.key) {
      let rest = name.dropFirst(field.key.count).lowercased()
      let inner = field.schema().propertyNames.first { $0.lowercased() == rest }
      if let inner { return "\(field.key): {\(inner): …}" }
    }
    return nil
  }
}

extension JSON {
  /// The keys of the map that a schema describes, as one of several forms, too; empty for other values.
  fileprivate var propertyNames: [String] {
    if case .reference(_, let value, _) = self { return value.propertyNames }
    guard case .object(let members) = self else { return [] }
    func value(of key: String) -> JSON? { members.first { $0.key == key }?.value }
    if case .object(let properties)? = value(of: "properties") { return properties.map(\.key) }
    if case .list(let forms)? = value(of: "anyOf") { return forms.flatMap(\.propertyNames) }
    return []
  }
}

extension String {
  /// The keys of a construct after this unknown one: all, or of many those that share a word or are spelled similarly.
  fileprivate func list(of keys: [String], in name: String) -> String {
    if keys.count <= 20 { return " in \(name), which has \(keys.joined(separator: ", "))" }
    let sharing = keys.filter { key in
      camelWords.contains { $0.count > 2 && key.contains(word: $0) }
    }
    if !sharing.isEmpty, sharing.count <= 5 {
      return " in \(name); did you mean \(alternatives(sharing.map { "'\($0)'" }))?"
    }
    let near = sorted(byDistance: keys).prefix(6)
    return
      " in \(name), which has \(keys.count) keys; the nearest are \(near.joined(separator: ", "))"
  }

  /// The words of a name such as `fontColor`, in small letters.
  private var camelWords: [String] {
    reduce(into: [""]) { words, letter in
      if letter.isUppercase || letter == "_" || letter == "-" { words.append("") }
      if letter.isLetter { words[words.count - 1] += letter.lowercased() }
    }
  }

  /// Whether one of the words of the name is, or starts with, a word.
  private func contains(word: String) -> Bool {
    camelWords.contains { $0.hasPrefix(word) }
  }
}
