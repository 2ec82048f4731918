public import CutawayDiagnostics

/// The reason why a media file could not be read or finished.
public typealias ContainerError = CutawayError<ContainerErrorCode>

/// The kind of ``ContainerError``.
public struct ContainerErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The file cannot be opened or read.
  public static let unreadable = Self(name: "unreadable")
  /// The file cannot be written.
  public static let unwritable = Self(name: "unwritable")
  /// The disk is full, or the user's quota is exhausted.
  public static let noSpaceLeft = Self(name: "noSpaceLeft")
  /// The disk reported an I/O error.
  public static let diskFailed = Self(name: "diskFailed")
  /// The file is not of the expected type, or its parts contradict each other.
  public static let malformed = Self(name: "malformed")
  /// The file is well formed, but contains something that finishing it would break.
  public static let unsupported = Self(name: "unsupported")
  /// The request is not valid: for example, a track that does not exist, or an invalid language.
  public static let invalidRequest = Self(name: "invalidRequest")
  /// The task was cancelled.
  public static let cancelled = Self(name: "cancelled")
}
