// Unsafe: The bridge lends the address of a property, whose type the kind knows.

package import CutawayKeyframes

/// Access to the stored value of a property with a structured value, which only Cutaway's own elements have.
@safe
public struct SharedKind: Sendable, Hashable {
  private let type: ObjectIdentifier
  private let read: @Sendable (UnsafeRawPointer) -> String
  private let parse: @Sendable (String, UnsafeMutableRawPointer) -> Void
  private let share: @Sendable (any SharedValue, UnsafeMutableRawPointer) -> Bool

  init<Value: SharedValue>(_: Value.Type) {
    type = ObjectIdentifier(Value.self)
    unsafe read = { unsafe $0.assumingMemoryBound(to: Shared<Value>.self).pointee.text }
    unsafe parse = { text, address in
      unsafe address.assumingMemoryBound(to: Shared<Value>.self).pointee = Shared(text: text)
    }
    unsafe share = { value, address in
      guard let value = value as? Value else { return false }
      unsafe address.assumingMemoryBound(to: Shared<Value>.self).pointee = Shared(value)
      return true
    }
  }

  /// The text form of the value at an address.
  @unsafe
  package func text(at address: UnsafeRawPointer) -> String { unsafe read(address) }

  /// Parses a text, and stores its value at an address.
  @unsafe
  package func store(_ text: String, at address: UnsafeMutableRawPointer) {
    unsafe parse(text, address)
  }

  /// Stores a value at an address.
  ///
  /// - Returns: Whether the property has the type of the value.
  @unsafe
  package func store(
    _ value: any SharedValue, at address: UnsafeMutableRawPointer
  ) -> Bool {
    unsafe share(value, address)
  }

  /// Compares the types.
  public static func == (a: Self, b: Self) -> Bool { a.type == b.type }

  /// Hashes the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(type) }
}
