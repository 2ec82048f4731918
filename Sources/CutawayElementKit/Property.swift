/// A setting that GStreamer can list, set and animate.
///
///     @Property(in: 0...1, "The darkness of the corners") var strength = 0.5
///
/// The initial value is the default. The GStreamer name is the Swift name in kebab case:
/// `cornerRadius` becomes `corner-radius`.
@propertyWrapper
public struct Property<Value: PropertyValue>: Sendable {
  // Stored first, so that a property and its value share an address.
  /// The current value; the initial value is the property's default.
  public var wrappedValue: Value
  let kind: PropertyKind
  let summary: StaticString

  init(_ value: Value, kind: PropertyKind, _ summary: StaticString) {
    self.init(value, kind, summary)
  }

  private init(_ value: Value, _ kind: PropertyKind, _ summary: StaticString) {
    wrappedValue = value
    self.kind = kind
    self.summary = summary
  }
}

extension Property where Value == Double {
  /// Declares a number that must lie in `range`; `summary` is its text in `gst-inspect-1.0`.
  public init(wrappedValue: Double, in range: ClosedRange<Double>, _ summary: StaticString) {
    self.init(wrappedValue, .double(range), summary)
  }
}

extension Property where Value == Int {
  /// Declares an integer that must lie in `range`; `summary` is its text in `gst-inspect-1.0`.
  public init(wrappedValue: Int, in range: ClosedRange<Int>, _ summary: StaticString) {
    self.init(wrappedValue, .int(range), summary)
  }
}

extension Property where Value == Int32 {
  /// Declares a 32-bit integer that must lie in `range`, such as a position in pixels.
  public init(wrappedValue: Int32, in range: ClosedRange<Int32>, _ summary: StaticString) {
    self.init(wrappedValue, .int32(range), summary)
  }
}

extension Property where Value == UInt32 {
  /// Declares an unsigned 32-bit integer, such as a number of pixels.
  public init(wrappedValue: UInt32, _ summary: StaticString) {
    self.init(wrappedValue, .uint32, summary)
  }
}

extension Property where Value == UInt64 {
  /// Declares an unsigned 64-bit integer, such as a time in nanoseconds.
  public init(wrappedValue: UInt64, _ summary: StaticString) {
    self.init(wrappedValue, .uint64, summary)
  }
}

extension Property where Value: PropertyEnumeration {
  /// Declares a choice of the cases of an enumeration; GStreamer knows them by their raw values.
  public init(wrappedValue: Value, _ summary: StaticString) {
    self.init(wrappedValue, Value.anyKind, summary)
  }
}

extension Property where Value == UInt32 {
  /// Declares a colour 0xAARRGGBB; `summary` is its text in `gst-inspect-1.0`.
  public init(wrappedValue: UInt32, color summary: StaticString) {
    self.init(wrappedValue, .color, summary)
  }
}

extension Property where Value == Bool {
  /// Declares a switch; `summary` is its text in `gst-inspect-1.0`.
  public init(wrappedValue: Bool, _ summary: StaticString) {
    self.init(wrappedValue, .bool, summary)
  }
}

extension Property where Value == String {
  /// Declares a text, which cannot be animated; `summary` is shown by `gst-inspect-1.0`.
  public init(wrappedValue: String, _ summary: StaticString) {
    self.init(wrappedValue, .string, summary)
  }
}

extension Property: Equatable where Value: Equatable {
  /// Compares the values only, not the ranges or summaries.
  public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension Property: Hashable where Value: Hashable {
  /// Hashes the value only.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Property: Encodable where Value: Encodable {
  /// Encodes the value only.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Property: Decodable where Value: Decodable {
  /// Decodes the value, without checking the range of the property.
  public init(from decoder: any Decoder) throws {
    // Only the value is encoded. When needed, the declaration is read from a default instance.
    self.init(try decoder.singleValueContainer().decode(Value.self), Value.anyKind, "")
  }
}

/// A type that a property can have.
///
/// The set of types is closed, because GObject must be able to represent the value.
public protocol PropertyValue: Sendable {
  /// The kind that accepts every value of the type.
  static var anyKind: PropertyKind { get }
}

extension Double: PropertyValue {
  /// Any finite number.
  public static var anyKind: PropertyKind {
    .double(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
  }
}

extension Int: PropertyValue {
  /// Any integer.
  public static var anyKind: PropertyKind { .int(.min ... .max) }
}

extension Bool: PropertyValue {
  /// `true` or `false`.
  public static var anyKind: PropertyKind { .bool }
}

extension Int32: PropertyValue {
  /// Any 32-bit integer.
  public static var anyKind: PropertyKind { .int32(.min ... .max) }
}

extension UInt32: PropertyValue {
  /// Any unsigned 32-bit integer.
  public static var anyKind: PropertyKind { .uint32 }
}

extension UInt64: PropertyValue {
  /// Any unsigned 64-bit integer.
  public static var anyKind: PropertyKind { .uint64 }
}

extension String: PropertyValue {
  /// Any text.
  public static var anyKind: PropertyKind { .string }
}

/// The type of a property and the values it accepts.
public enum PropertyKind: Sendable, Hashable {
  /// A number in a range; GStreamer can animate it.
  case double(ClosedRange<Double>)
  /// An integer in a range; GStreamer can animate it.
  case int(ClosedRange<Int>)
  /// A 32-bit integer in a range; GStreamer can animate it.
  case int32(ClosedRange<Int32>)
  /// An unsigned 32-bit integer; GStreamer can animate it.
  case uint32
  /// An unsigned 64-bit integer, such as a time in nanoseconds; GStreamer can animate it.
  case uint64
  /// A colour 0xAARRGGBB, in GStreamer an unsigned integer as the `color` of `textoverlay`, which
  /// `GstARGBControlBinding` animates.
  case color
  /// `true` or `false`.
  case bool
  /// A fraction that is not negative, which GStreamer cannot animate.
  case fraction
  /// One of several names.
  case enumeration(EnumerationKind)
  /// Text, which GStreamer cannot animate.
  case string
  /// A structured value of Cutaway's own elements, in GStreamer its text.
  case shared(SharedKind)
}
