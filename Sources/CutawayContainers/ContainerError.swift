package import CutawayDiagnostics

/// The reason why a media file could not be read or finished.
package typealias ContainerError = CutawayError<ContainerErrorCode>

/// The kind of ``ContainerError``.
package struct ContainerErrorCode: CutawayErrorCode {
  /// The name of the code.
  package let name: String

  /// The file cannot be opened or read.
  package static let unreadable = Self(name: "unreadable")
  /// The file cannot be written.
  package static let unwritable = Self(name: "unwritable")
  /// The disk is full, or the user's quota is exhausted.
  package static let noSpaceLeft = Self(name: "noSpaceLeft")
  /// The disk reported an I/O error.
  package static let diskFailed = Self(name: "diskFailed")
  /// The file is not of the expected type, or its parts contradict each other.
  package static let malformed = Self(name: "malformed")
  /// The file is well formed, but contains something that finishing it would break.
  package static let unsupported = Self(name: "unsupported")
  /// The request is not valid: for example, a track that does not exist, or an invalid language.
  package static let invalidRequest = Self(name: "invalidRequest")
  /// The task was cancelled.
  package static let cancelled = Self(name: "cancelled")
}
