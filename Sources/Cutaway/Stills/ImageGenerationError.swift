public import CutawayRuntime

/// The reason why there is no image of a time.
public struct ImageGenerationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an ``ImageGenerationError``.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The time lies outside the composition, or the composition has no picture.
    public static let noImageAtTime = Code(name: "noImageAtTime")
    /// Rendering the image failed, for the reason in ``ImageGenerationError/cause``.
    public static let failed = Code(name: "failed")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
  }

  /// The kind of failure, for programs.
  public var code: Code
  /// The kind of failure in words, for people.
  public var message: String
  /// The error that stopped the pipeline, if that is the reason.
  public var cause: PipelineError?

  /// Creates an error; `cause` is the error of the pipeline, if that is the reason.
  public init(_ code: Code, _ message: String, cause: PipelineError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// Translates an error of a pipeline into an error of an image.
  init(_ error: any Error) {
    switch error {
    case let error as ImageGenerationError: self = error
    case let error as PipelineError: self.init(.failed, error.description, cause: error)
    case is CancellationError: self.init(.cancelled, "the image was not waited for")
    default: self.init(.failed, "\(error)")
    }
  }

  /// The text of ``message``.
  public var description: String { message }

  /// Matches a code in a `catch`: `catch let error as ImageGenerationError where .cancelled ~=
  /// error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
