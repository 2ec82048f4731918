/// The reason why a media file could not be read or finished.
public struct ContainerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The file cannot be opened or read.
    public static let unreadable = Code(name: "unreadable")
    /// The file cannot be written.
    public static let unwritable = Code(name: "unwritable")
    /// The disk is full, or the user's quota is exhausted.
    public static let noSpaceLeft = Code(name: "noSpaceLeft")
    /// The disk reported an I/O error.
    public static let diskFailed = Code(name: "diskFailed")
    /// The file is not of the expected type, or its parts contradict each other.
    public static let malformed = Code(name: "malformed")
    /// The file is well formed, but contains something that finishing it would break.
    public static let unsupported = Code(name: "unsupported")
    /// The request is not valid: for example, a track that does not exist, or an invalid language.
    public static let invalidRequest = Code(name: "invalidRequest")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
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
