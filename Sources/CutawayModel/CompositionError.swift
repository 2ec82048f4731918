/// The reason why an edit or a composition is not valid.
public struct CompositionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable {
    let name: String

    /// Two items occupy the same time or have the same name.
    public static let overlap = Code(name: "overlap")
    /// A range is empty or negative.
    public static let emptyRange = Code(name: "emptyRange")
    /// A time or a value lies outside the range that is allowed for it.
    public static let outOfRange = Code(name: "outOfRange")
    /// A segment does not start where the one before it ends.
    public static let notContiguous = Code(name: "notContiguous")
    /// A reference to a track or an asset that does not exist, or is of another type.
    public static let danglingReference = Code(name: "danglingReference")
    /// A value that the property does not allow.
    public static let invalidValue = Code(name: "invalidValue")
  }

  /// The kind, for code that reacts to errors.
  public var code: Code
  /// A sentence for people, in English; its wording may change.
  public var message: String

  /// Creates an error of a kind, with a message for people.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message, without the kind.
  public var description: String { message }
}
