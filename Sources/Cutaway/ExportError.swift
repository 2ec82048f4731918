/// Why an export did not come about.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The output cannot be made: it exists, its folder does not, or nothing may be written there.
    public static let outputUnavailable = Code(name: "outputUnavailable")
    /// What is asked for does not go together.
    public static let incompatible = Code(name: "incompatible")
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
