public import CutawayDiagnostics

/// The reason why there is no image of a time.
public typealias ImageGenerationError = CutawayError<ImageGenerationErrorCode>

/// The kind of ``ImageGenerationError``.
public struct ImageGenerationErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The time lies outside the composition, or the composition has no video.
  public static let noImageAtTime = Self(name: "noImageAtTime")
  /// Rendering the image failed, for the reason in its message and its details.
  public static let failed = Self(name: "failed")
  /// The task was cancelled.
  public static let cancelled = Self(name: "cancelled")
}

extension ImageGenerationError {
  /// Translates an error of a pipeline into an error of an image.
  init(_ error: any Error) {
    switch error {
    case let error as ImageGenerationError: self = error
    case let error as PipelineError:
      self.init(.failed, error.message, element: error.element, details: error.details)
      (source, factory) = (error.source, error.factory)
    case is CancellationError: self.init(.cancelled, "the image was cancelled")
    default: self.init(.failed, "\(error)")
    }
  }
}
