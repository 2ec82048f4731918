// Unsafe: The bridge lends the address of a property, whose type the kind knows.

/// An enumeration that a property can have as its type.
///
///     enum Direction: String, PropertyEnumeration { case left, right }
///     @Property("Where to go") var direction = Direction.left
///
/// The raw values are the names in GStreamer: `direction=left`.
public protocol PropertyEnumeration: PropertyValue, RawRepresentable<String>, CaseIterable,
  Hashable
{}

extension PropertyEnumeration {
  /// Any case.
  public static var anyKind: PropertyKind { .enumeration(EnumerationKind(Self.self)) }
}

/// The names of a property's cases, and access to the stored case by its index.
@safe
public struct EnumerationKind: Sendable, Hashable {
  /// The names of the cases, in their order.
  public let names: [String]
  /// The name of the Swift type.
  public let typeName: String
  private let read: @Sendable (UnsafeRawPointer) -> Int
  private let write: @Sendable (Int, UnsafeMutableRawPointer) -> Void

  init<Value: PropertyEnumeration>(_: Value.Type) {
    let cases = Array(Value.allCases)
    names = cases.map(\.rawValue)
    typeName = String(reflecting: Value.self)
    unsafe read = { address in
      let value = unsafe address.assumingMemoryBound(to: Value.self).pointee
      return cases.firstIndex(of: value) ?? 0
    }
    unsafe write = { index, address in
      guard cases.indices.contains(index) else { return }
      unsafe address.assumingMemoryBound(to: Value.self).pointee = cases[index]
    }
  }

  /// The index of the case at an address.
  @unsafe
  public func index(at address: UnsafeRawPointer) -> Int { unsafe read(address) }

  /// Stores the case of an index at an address; ignores an index that is not a case's.
  @unsafe
  public func store(_ index: Int, at address: UnsafeMutableRawPointer) {
    unsafe write(index, address)
  }

  /// Compares the types.
  public static func == (a: Self, b: Self) -> Bool { a.typeName == b.typeName }

  /// Hashes the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(typeName) }
}
