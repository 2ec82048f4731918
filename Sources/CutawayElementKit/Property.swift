/// A setting that GStreamer can list, set and animate.
///
///     @Property(in: 0...1, "How dark the corners become") var strength = 0.5
///
/// The initial value is the default. The GStreamer name is the Swift name in kebab case:
/// `cornerRadius` becomes `corner-radius`.
@propertyWrapper
public struct Property<Value: PropertyValue>: Sendable {
  // Stored first, so that a property and its value share an address.
  public var wrappedValue: Value
  let kind: PropertyKind
  let summary: StaticString

  private init(_ value: Value, _ kind: PropertyKind, _ summary: StaticString) {
    wrappedValue = value
    self.kind = kind
    self.summary = summary
  }
}

extension Property where Value == Double {
  public init(wrappedValue: Double, in range: ClosedRange<Double>, _ summary: StaticString) {
    self.init(wrappedValue, .double(range), summary)
  }
}

extension Property where Value == Int {
  public init(wrappedValue: Int, in range: ClosedRange<Int>, _ summary: StaticString) {
    self.init(wrappedValue, .int(range), summary)
  }
}

extension Property where Value == Bool {
  public init(wrappedValue: Bool, _ summary: StaticString) {
    self.init(wrappedValue, .bool, summary)
  }
}

extension Property where Value == String {
  public init(wrappedValue: String, _ summary: StaticString) {
    self.init(wrappedValue, .string, summary)
  }
}

extension Property: Equatable where Value: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension Property: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Property: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Property: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    // Only the value travels; the declaration is read from a default instance when needed.
    self.init(try decoder.singleValueContainer().decode(Value.self), Value.anyKind, "")
  }
}

/// A type a property can have.
///
/// The set is closed: GObject must be able to represent the value.
public protocol PropertyValue: Sendable {
  /// The kind that accepts every value of the type.
  static var anyKind: PropertyKind { get }
}

extension Double: PropertyValue {
  public static var anyKind: PropertyKind {
    .double(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
  }
}

extension Int: PropertyValue {
  public static var anyKind: PropertyKind { .int(.min ... .max) }
}

extension Bool: PropertyValue {
  public static var anyKind: PropertyKind { .bool }
}

extension String: PropertyValue {
  public static var anyKind: PropertyKind { .string }
}

/// The type of a property and the values it accepts.
public enum PropertyKind: Sendable, Hashable {
  case double(ClosedRange<Double>)
  case int(ClosedRange<Int>)
  case bool
  /// Text; it cannot be animated.
  case string
}
