/// The reason why a pipeline cannot be created, or stopped early.
public typealias PipelineError = CutawayError<PipelineErrorCode>

/// The kind of ``PipelineError``.
public struct PipelineErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The graph names an element or a property that is not there, or cannot be linked.
  public static let invalidDescription = Self(name: "invalidDescription")
  /// The pipeline would not change its state.
  public static let stateChangeRefused = Self(name: "stateChangeRefused")
  /// An element stopped the stream.
  public static let elementFailed = Self(name: "elementFailed")
  /// An element that is needed is not installed.
  public static let missingElement = Self(name: "missingElement")
  /// There is no room for the output.
  public static let noSpaceLeft = Self(name: "noSpaceLeft")
  /// A file cannot be read.
  public static let unreadable = Self(name: "unreadable")
  /// A file cannot be written.
  public static let unwritable = Self(name: "unwritable")
  /// Nothing happened for too long.
  public static let timedOut = Self(name: "timedOut")
}
