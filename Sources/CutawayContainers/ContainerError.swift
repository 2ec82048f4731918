/// Why a media file could not be read or finished.
public struct ContainerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The file cannot be opened or read.
    public static let unreadable = Code(name: "unreadable")
    /// The file cannot be written.
    public static let unwritable = Code(name: "unwritable")
    /// There is no room on the disk, or none left for this user.
    public static let noSpaceLeft = Code(name: "noSpaceLeft")
    /// The disk failed.
    public static let diskFailed = Code(name: "diskFailed")
    /// The file is not of its kind, or its parts contradict each other.
    public static let malformed = Code(name: "malformed")
    /// The file is well formed, but has something that finishing it would break.
    public static let unsupported = Code(name: "unsupported")
    /// What is to be written cannot be: a track that is not there, a text that is no language.
    public static let invalidRequest = Code(name: "invalidRequest")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
