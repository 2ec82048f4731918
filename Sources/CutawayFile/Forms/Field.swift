import CutawayModel

/// A key of a construct: a row in the tables of the format.
///
/// The reader, the writer, the schema, the messages about unknown keys and the tables in
/// `docs/composition-file.md` follow from the rows.
struct Field<Whole: Sendable>: Sendable {
  let key: String
  /// The key in paths of the model.
  let pathKey: String
  let presence: Presence
  /// The kind of value, in Markdown.
  let type: String
  /// A sentence or more, for the schema and the documentation.
  let documentation: String
  let schema: @Sendable () -> JSON
  /// Reads the value into a construct; `false` if it has reported an error in the value.
  let read:
    @Sendable (inout Reader, SourceValue, ModelPath?, inout Whole) throws(CompositionError) -> Bool
  /// The value in a construct; `nil` if it has none.
  let write: @Sendable (Whole) -> YAMLValue?
  /// Whether two constructs have the same value.
  let isEqual: @Sendable (Whole, Whole) -> Bool

  /// Whether a map has the key, in a file and as written.
  struct Presence: Sendable {
    var isRequired = false
    /// Whether the writer states the value even if it is the default.
    var isStated = true
    /// The default in words, if it is not a value.
    var text: String?

    static var required: Presence { Presence(isRequired: true) }
    /// Has the default of the model, which the writer states.
    static var stated: Presence { Presence() }
    /// Has the default of the model, which the writer leaves out.
    static var implied: Presence { Presence(isStated: false) }

    static func stated(as text: String) -> Presence { Presence(text: text) }
    static func implied(as text: String) -> Presence { Presence(isStated: false, text: text) }
  }

  /// A key for a property.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Equatable>(
    _ key: String, in pathKey: String? = nil,
    _ property: any WritableKeyPath<Whole, Value> & Sendable, _ form: ValueForm<Value>,
    _ presence: Presence, _ documentation: String
  ) {
    self.init(
      key, in: pathKey, get: { $0[keyPath: property] }, set: { $0[keyPath: property] = $1 }, form,
      presence, documentation)
  }

  /// A key for a property that may be `nil`.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Equatable>(
    _ key: String, in pathKey: String? = nil,
    _ property: any WritableKeyPath<Whole, Value?> & Sendable, _ form: ValueForm<Value>,
    _ presence: Presence, _ documentation: String
  ) {
    self.init(
      key, in: pathKey, get: { $0[keyPath: property] }, set: { $0[keyPath: property] = $1 }, form,
      presence, documentation)
  }

  /// A key for a value that is not a property.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Equatable>(
    _ key: String, in pathKey: String? = nil, get: @escaping @Sendable (Whole) -> Value?,
    set: @escaping @Sendable (inout Whole, Value) throws(CompositionError) -> Void,
    _ form: ValueForm<Value>, _ presence: Presence, _ documentation: String
  ) {
    self.key = key
    self.pathKey = pathKey ?? key
    self.presence = presence
    self.documentation = documentation
    type = form.type
    schema = form.schema
    read = { reader, value, path, whole throws(CompositionError) in
      guard let value = form.read(&reader, value, path) else { return false }
      try set(&whole, value)
      return true
    }
    write = { get($0).map(form.write) }
    isEqual = { get($0) == get($1) }
  }
}
