/// A stored property as `Codable` writes it: left out where it has its standard value.
struct CodedField<Root: Sendable>: Sendable {
  let encode:
    @Sendable (_ root: Root, _ standard: Root, inout KeyedEncodingContainer<FieldName>) throws ->
      Void
  let decode: @Sendable (inout Root, KeyedDecodingContainer<FieldName>) throws -> Void

  init<Value: Codable & Hashable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    let name = FieldName(name)
    encode = { root, standard, container in
      let value = root[keyPath: path]
      if value != standard[keyPath: path] { try container.encode(value, forKey: name) }
    }
    decode = { root, container in
      if container.contains(name) {
        root[keyPath: path] = try container.decode(Value.self, forKey: name)
      }
    }
  }
}

/// The name of a property.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// A value with many properties, of which most have their standard value.
protocol CodedByField: Codable, Sendable {
  /// A value whose properties need not be written.
  static var standard: Self { get }
  /// All stored properties.
  static var fields: [CodedField<Self>] { get }
}

extension CodedByField {
  init(decodingFields decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self = Self.standard
    for field in Self.fields { try field.decode(&self, container) }
  }

  func encodeFields(to encoder: any Encoder) throws {
    let standard = Self.standard
    var container = encoder.container(keyedBy: FieldName.self)
    for field in Self.fields { try field.encode(self, standard, &container) }
  }
}
