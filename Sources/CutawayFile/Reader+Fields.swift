/// The values of a map by key.
struct Fields {
  let position: SourcePosition
  fileprivate(set) var values: [String: SourceValue] = [:]

  subscript(key: String) -> SourceValue? { values[key] }
}

extension Reader {
  /// Reads a map that has only the given keys.
  ///
  /// - Parameters:
  ///   - value: The map.
  ///   - name: The name of the map in messages, with its article: `a segment`.
  ///   - keys: The allowed keys.
  ///   - required: The keys that must be present.
  ///   - unsupported: Keys of the format that this version does not read.
  /// - Returns: The values of known keys, or `nil` if the value is not a map.
  mutating func fields(
    of value: SourceValue, as name: String, keys: [String], required: [String] = [],
    unsupported: [String] = []
  ) -> Fields? {
    guard let map = value.map else {
      return expected("\(name): a map with \(alternatives(keys))", in: value)
    }
    var fields = Fields(position: value.position)
    for entry in map {
      if keys.contains(entry.key) {
        fields.values[entry.key] = entry.value
      } else if unsupported.contains(entry.key) {
        report(.shape, at: entry.position, "'\(entry.key)' is not supported yet")
      } else {
        reportUnknown(entry, in: name, keys: keys + unsupported)
      }
    }
    for key in required where fields[key] == nil {
      report(.shape, at: value.position, "\(name) needs '\(key)'")
    }
    return fields
  }

  private mutating func reportUnknown(
    _ entry: SourceValue.Entry, in name: String, keys: [String]
  ) {
    if isFull { return }
    let known =
      entry.key.nearest(in: keys).map { "; did you mean '\($0)'?" }
      ?? " in \(name), which has \(keys.joined(separator: ", "))"
    report(.shape, at: entry.position, "unknown key \(entry.key.quoted)\(known)")
  }

  /// Reads a list; reports any other value.
  mutating func list(_ value: SourceValue, of name: String) -> [SourceValue] {
    value.list ?? expected("a list of \(name)", in: value) ?? []
  }
}
