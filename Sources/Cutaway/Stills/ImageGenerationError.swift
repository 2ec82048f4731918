public import CutawayRuntime

/// Why there is no image of a time.
public struct ImageGenerationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The time lies outside the composition, or the composition has no picture.
    public static let noImageAtTime = Code(name: "noImageAtTime")
    /// Something went wrong while the image was rendered: ``ImageGenerationError/cause``.
    public static let failed = Code(name: "failed")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
  }

  public var code: Code
  public var message: String
  /// What stopped the pipeline, where that is the reason.
  public var cause: PipelineError?

  public init(_ code: Code, _ message: String, cause: PipelineError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// What an error of a pipeline means for an image.
  init(_ error: any Error) {
    switch error {
    case let error as ImageGenerationError: self = error
    case let error as PipelineError: self.init(.failed, error.description, cause: error)
    case is CancellationError: self.init(.cancelled, "the image was not waited for")
    default: self.init(.failed, "\(error)")
    }
  }

  public var description: String { message }

  /// Lets a `catch` name the code: `catch let error as ImageGenerationError where .cancelled ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
