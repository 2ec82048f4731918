/// Why an edit or a composition is not valid.
public struct CompositionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    let name: String

    /// Two things claim the same time.
    public static let overlap = Code(name: "overlap")
    /// A range is empty or negative.
    public static let emptyRange = Code(name: "emptyRange")
    /// A time lies before the start, or past the end, of what it belongs to.
    public static let outOfRange = Code(name: "outOfRange")
    /// Segments do not follow each other without holes.
    public static let notContiguous = Code(name: "notContiguous")
    /// A track or an asset is named that is not there, or one of another type.
    public static let danglingReference = Code(name: "danglingReference")
    /// A value is not one that the property can have.
    public static let invalidValue = Code(name: "invalidValue")
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
