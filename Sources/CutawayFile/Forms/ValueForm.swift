/// A kind of value: how the reader reads it, how the writer writes it, and how the schema and the
/// documentation describe it.
struct ValueForm<Value: Sendable>: Sendable {
  /// The name of the kind in `docs/composition-file.md`, in Markdown.
  var type: String
  let schema: @Sendable () -> JSON
  let write: @Sendable (Value) -> YAMLValue
  /// Reads a value, and records the positions of the values in it if it has a path.
  ///
  /// The result is `nil` if the function has reported an error in the value.
  let read: @Sendable (inout Reader, SourceValue, ModelPath?) -> Value?

  init(
    _ type: String, schema: @autoclosure @escaping @Sendable () -> JSON,
    write: @escaping @Sendable (Value) -> YAMLValue,
    read: @escaping @Sendable (inout Reader, SourceValue, ModelPath?) -> Value?
  ) {
    self.type = type
    self.schema = schema
    self.write = write
    self.read = read
  }

  /// The kind with a schema of its own in `$defs`.
  func defined(as name: String, _ description: String? = nil) -> ValueForm {
    let schema = schema
    return ValueForm(
      type,
      schema: .reference(
        name, schema().adding(description.map { [("description", .text($0))] } ?? [])),
      write: write, read: read)
  }

  /// The kind for another type of Swift; `convert` returns `nil` for no value of this kind.
  @_semantics("optimize.sil.specialize.generic.never")
  func converted<Other>(
    _ convert: @escaping @Sendable (Value) -> Other?,
    back: @escaping @Sendable (Other) -> Value
  ) -> ValueForm<Other> {
    let read = read, write = write, schema = schema
    return ValueForm<Other>(type, schema: schema(), write: { write(back($0)) }) {
      read(&$0, $1, $2).flatMap(convert)
    }
  }
}

extension ValueForm {
  /// A list, such as one of `tracks`, without the elements that cannot be read.
  @_semantics("optimize.sil.specialize.generic.never")
  static func list<Element>(
    of element: ValueForm<Element>, _ name: String
  ) -> Self where Value == [Element] {
    ValueForm(
      "list of \(element.type.replacing("[map]", with: "[\(name)]"))",
      schema: ["type": "array", "items": element.schema()],
      write: { .list($0.map(element.write)) }
    ) { reader, value, path in
      var elements: [Element] = []
      for value in reader.list(value, of: name) {
        let path = path?[elements.count]
        if let path { reader.positions[path] = value.position }
        if let element = element.read(&reader, value, path) { elements.append(element) }
      }
      return elements
    }
  }

  /// A map with the keys of a construct.
  ///
  /// `read` replaces the reading of constructs whose keys depend on each other.
  @_semantics("optimize.sil.specialize.generic.never")
  static func map(
    _ construct: Construct<Value>,
    read: (@Sendable (inout Reader, SourceValue, ModelPath?) -> Value?)? = nil
  ) -> Self {
    ValueForm(
      "[map](#\(construct.id))", schema: construct.schema, write: { construct.yaml($0) },
      read: read ?? { $0.whole($1, of: construct, path: $2) })
  }
}
