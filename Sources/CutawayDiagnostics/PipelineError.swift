/// The reason why a pipeline cannot be created, or stopped early.
public typealias PipelineError = CutawayError<PipelineErrorCode>

/// The kind of ``PipelineError``.
public struct PipelineErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The graph names an unknown element or property, or cannot be linked.
  public static let invalidDescription = Self(name: "invalidDescription")
  /// The pipeline failed to change its state.
  public static let stateChangeRefused = Self(name: "stateChangeRefused")
  /// An element stopped the stream.
  public static let elementFailed = Self(name: "elementFailed")
  /// A required element is not installed.
  public static let missingElement = Self(name: "missingElement")
  /// There is no space left for the output.
  public static let noSpaceLeft = Self(name: "noSpaceLeft")
  /// A file cannot be read.
  public static let unreadable = Self(name: "unreadable")
  /// A file cannot be written.
  public static let unwritable = Self(name: "unwritable")
  /// No data moved within the time limit.
  public static let timedOut = Self(name: "timedOut")
}
