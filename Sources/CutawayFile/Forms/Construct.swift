/// The constructs of the format, each with the table of its keys.
enum Constructs {}

/// A map with certain keys, such as a track.
///
/// The code of the tables runs once for each key of a file, and the compiler would make a copy of it for each of 650
/// pairs of a construct and a kind of value. That took an eighth of the build, so the code is excluded from it with
/// `@_semantics`, which has no effect on the meaning.
struct Construct<Whole: Sendable>: Sendable {
  /// The name of the construct in `docs/composition-file.md`.
  let id: String
  /// The name in messages, with its article: `a track`.
  let name: String
  /// The construct without any value: defaults, and placeholders for required values.
  let blank: Whole
  /// Whether the writer always uses one line for each key.
  let isBlock: Bool
  let fields: [Field<Whole>]
  /// The keys in the order of the rows.
  let keys: [String]
  /// The indices of required keys.
  let required: [Int]
  /// Keys that make the map another construct.
  let alternatives: [String]
  /// The indices of the rows in the order of the writer.
  private let order: [Int]
  /// What the schema says about relations between the keys.
  private let relations: @Sendable () -> JSON

  @_semantics("optimize.sil.specialize.generic.never")
  init(
    _ id: String, as name: String, blank: Whole, isBlock: Bool = false,
    alternatives: [String] = [], last: String? = nil,
    relations: @autoclosure @escaping @Sendable () -> JSON = [:], fields: [Field<Whole>]
  ) {
    self.id = id
    self.name = name
    self.blank = blank
    self.isBlock = isBlock
    self.alternatives = alternatives
    self.relations = relations
    self.fields = fields
    keys = fields.map(\.key)
    let isLast = fields.map { $0.key == last }
    order = fields.indices.filter { !isLast[$0] } + fields.indices.filter { isLast[$0] }
    required = fields.indices.filter { fields[$0].presence.isRequired }
  }

  /// A construct with some of the keys.
  @_semantics("optimize.sil.specialize.generic.never")
  func only(_ keys: [String], as name: String) -> Construct {
    Construct(
      id, as: name, blank: blank, isBlock: isBlock, fields: fields.filter { keys.contains($0.key) })
  }
}

extension Construct {
  /// The keys that do not have their defaults, and some that may have them.
  @_semantics("optimize.sil.specialize.generic.never")
  func yaml(_ whole: Whole, stating stated: [String] = []) -> YAMLValue {
    var entries: [(key: String, value: YAMLValue)] = []
    entries.reserveCapacity(fields.count)
    for index in order
    where fields[index].presence.isStated || stated.contains(keys[index])
      || !fields[index].isEqual(whole, blank)
    {
      if let value = fields[index].write(whole) { entries.append((keys[index], value)) }
    }
    return .map(entries, isBlock: isBlock)
  }

  var schema: JSON {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      let properties = fields.map { field in
        let value = defaultValue(of: field).map { [(key: "default", value: $0.json)] } ?? []
        let description: JSON.Member = ("description", .text(field.documentation))
        return (key: field.key, value: field.schema().adding([description] + value))
      }
      let required: [JSON.Member] =
        required.isEmpty ? [] : [("required", .list(required.map { .text(keys[$0]) }))]
      let rest: JSON = ["additionalProperties": false, "properties": .object(properties)]
      return JSON.object([("type", "object")] + required + rest.members).adding(relations().members)
    }
  }

  /// The value that a missing key stands for.
  @_semantics("optimize.sil.specialize.generic.never")
  func defaultValue(of field: Field<Whole>) -> YAMLValue? {
    field.presence.isRequired || field.presence.text != nil ? nil : field.write(blank)
  }
}
