/// Why a pipeline could not be made, or stopped early.
public struct PipelineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The graph names an element or a property that is not there, or cannot be linked.
    public static let invalidDescription = Code(name: "invalidDescription")
    /// The pipeline would not change its state.
    public static let stateChangeRefused = Code(name: "stateChangeRefused")
    /// An element stopped the stream.
    public static let elementFailed = Code(name: "elementFailed")
    /// An element that is needed is not installed.
    public static let missingElement = Code(name: "missingElement")
    /// There is no room for the output.
    public static let noSpaceLeft = Code(name: "noSpaceLeft")
    /// A file cannot be read.
    public static let unreadable = Code(name: "unreadable")
    /// A file cannot be written.
    public static let unwritable = Code(name: "unwritable")
    /// Nothing happened for too long.
    public static let timedOut = Code(name: "timedOut")
  }

  /// The kind of failure.
  public var code: Code
  /// One sentence for the user.
  public var message: String
  /// The element that failed, if one did.
  public var element: String?
  /// What the element adds for developers.
  public var details: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, element: String? = nil, details: String? = nil) {
    self.code = code
    self.message = message
    self.element = element
    self.details = details
  }

  public var description: String {
    [element, message].compactMap(\.self).joined(separator: ": ")
  }
}

extension PipelineError {
  /// Lets a `catch` name the code: `catch let error as PipelineError where .elementFailed ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
