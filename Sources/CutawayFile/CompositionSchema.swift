/// The JSON Schema of composition files, for editors that complete and check them.
///
/// The schema accepts exactly the files that have the shape of a composition. Only the reader can
/// check their meaning.
public enum CompositionSchema {
  /// The schema as text, in draft 2020-12.
  ///
  /// It allows any name of a filter; see ``json(filters:)``.
  public static let json = json(filters: [])

  /// The schema with a list of the filters that effects may have.
  ///
  /// - Parameter filters: The names of the filters; none for any name.
  /// - Returns: The schema as text, in draft 2020-12.
  public static func json(filters: [String]) -> String {
    Constructs.composition.schema.allowingVariables.published(
      as: "composition-1", "Cutaway composition, version 1",
      comment: """
        The schema checks shapes only. `cutaway validate` also checks that names refer to \
        something, that ranges end after they start, that segments, entries and instructions do not \
        overlap, that times fit 64 bits, that times in frames have a frame rate, and that variables \
        have values of the right kind.
        """, replacing: filters.isEmpty ? [:] : [filterName: .words(filters)])
  }

  /// The name of the definition that lists the filters.
  static let filterName = "filterName"
}

/// The JSON Schema of policies, for editors that complete and check them.
public enum PolicySchema {
  /// The schema as text, in draft 2020-12.
  public static let json = Constructs.policy.schema.published(
    as: "policy-1", "Cutaway policy",
    comment: "The schema checks shapes only. Commands with `--policy` also check sizes and times.")
}

extension JSON {
  /// The schema as a file, with the values that its references refer to.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - title: The title.
  ///   - comment: A comment.
  ///   - replacements: What takes the place of such a value, by its name.
  /// - Returns: The text of the file.
  fileprivate func published(
    as name: String, _ title: String, comment: String, replacing replacements: [String: JSON] = [:]
  ) -> String {
    var definitions = Definitions()
    definitions.collect(from: self)
    let values = definitions.members.map { key, value in (key, replacements[key] ?? value) }
    let head: [JSON.Member] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", .text("https://cutaway.dev/schema/\(name).json")), ("title", .text(title)),
      ("$comment", .text(comment)),
    ]
    return JSON.object(head + members + [("$defs", .object(values))]).text()
  }
}

/// The values that the references in a schema refer to, in the order of the first references.
private struct Definitions {
  var members: [JSON.Member] = []

  mutating func collect(from schema: JSON) {
    switch schema {
    case .literal, .text: break
    case .list(let values): for value in values { collect(from: value) }
    case .object(let object): for member in object { collect(from: member.value) }
    case .reference(let name, let value, _):
      if members.contains(where: { $0.key == name }) { return }
      members.append((name, value))
      collect(from: value)
    }
  }
}

extension JSON {
  /// A text that contains the value of a variable.
  private static let variable = JSON.reference(
    "variableUse",
    [
      "type": "string", "pattern": .text(#"\$\{[A-Za-z][A-Za-z0-9_]*\}"#),
      "description": "Text with the values of variables: ${name}.",
    ])

  /// The schema with `${name}` in place of each scalar and each list, except in keys.
  ///
  /// Variables have no maps as values.
  fileprivate var allowingVariables: JSON {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { key, value in
        switch (key, value) {
        case ("properties", .object(let properties)):
          (
            key,
            .object(
              properties.map { ($0, ["vars", "cutaway"].contains($0) ? $1 : $1.orVariable) })
          )
        case ("items", .object), ("items", .reference), ("additionalProperties", .object),
          ("additionalProperties", .reference):
          (key, value.orVariable)
        case ("prefixItems", .list(let list)): (key, .list(list.map(\.orVariable)))
        case ("anyOf", .list(let list)): (key, .list(list.map(\.allowingVariables)))
        default: (key, value)
        }
      })
  }

  /// The schema of a value that may be the value of a variable.
  private var orVariable: JSON {
    switch self {
    case .reference(let name, let value, let beside):
      return .reference(name, value.orVariable, beside: beside)
    case .object(let members):
      let inner = allowingVariables
      if isMap || isAnyText { return inner }
      let notes = ["description", "default"]
      if case .list(let list)? = members.first(where: { $0.key == "anyOf" })?.value,
        members.allSatisfy({ notes.contains($0.key) || $0.key == "anyOf" })
      {
        if list.contains(where: \.isAnyText) { return inner }
        return inner.adding([
          (
            "anyOf",
            .list(
              (inner.members.first { $0.key == "anyOf" }.map(\.value.elements) ?? [])
                + [Self.variable])
          )
        ])
      }
      return .object(
        inner.members.filter { notes.contains($0.key) } + [
          (
            "anyOf",
            .list([.object(inner.members.filter { !notes.contains($0.key) }), Self.variable])
          )
        ])
    case .literal, .text, .list: return self
    }
  }

  /// Whether the schema is that of a map, which no variable has as its value.
  private var isMap: Bool {
    members.contains { member in
      if case ("type", .text("object")) = (member.key, member.value) { true } else { false }
    }
  }

  /// Whether the schema allows all texts.
  private var isAnyText: Bool {
    switch self {
    case .reference(_, let value, _): return value.isAnyText
    case .object(let members):
      let isText = members.contains { member in
        if case ("type", .text("string")) = (member.key, member.value) { true } else { false }
      }
      return isText && !members.contains { ["pattern", "enum", "anyOf"].contains($0.key) }
    case .literal, .text, .list: return false
    }
  }

  private var elements: [JSON] {
    if case .list(let list) = self { list } else { [] }
  }
}
