public import GStreamer

extension ExportError {
  /// What a pipeline's error means for who wanted an output.
  public init(_ error: PipelineError) {
    let code: Code =
      switch error.code {
      case .noSpaceLeft: .noSpaceLeft
      case .unwritable: .outputUnavailable
      case .missingElement: .missingElement
      default: .failed
      }
    self.init(code, "\(error)", details: error.details)
  }

  init(_ error: PreparationError) {
    self.init(
      error.code == .unreadableMedia ? .unreadableMedia : .invalidComposition, "\(error)",
      faults: error.faults)
  }

  /// What went wrong while a file was written.
  init(_ error: any Error, writing path: String) {
    switch error {
    case let error as ExportError: self = error
    case let error as PreparationError: self.init(error)
    case is CancellationError: self.init(.cancelled, "the export was cancelled")
    case let error as PipelineError:
      self.init(error)
      if code == .noSpaceLeft { message = "cannot write '\(path)': \(message)" }
    default: self.init(.failed, "\(error)")
    }
  }
}
