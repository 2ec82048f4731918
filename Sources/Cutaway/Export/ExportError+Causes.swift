public import CutawayDiagnostics
import CutawayRuntime
import CutawaySystem

extension ExportError {
  /// Translates an error of a pipeline into an error of an export.
  public init(_ error: PipelineError) {
    let code: Code =
      switch error.code {
      case .noSpaceLeft: .noSpaceLeft
      case .unwritable: .outputUnavailable
      case .missingElement: .missingElement
      case .invalidDescription where error.factory != nil: .invalidComposition
      default: error.source == nil ? .failed : .unreadableMedia
      }
    self.init(code, "\(error)", details: error.details)
    (source, factory) = (error.source, error.factory)
  }

  /// The system allows the process no more threads.
  static let lacksThreads = Self(.interrupted, ThreadSupply.message)

  /// The failure of a source that is copied.
  init(source location: String, _ reason: String) {
    let failed = FailedSource(location, reason: reason)
    self.init(.unreadableMedia, "cannot use \(failed)")
    source = failed
  }

  init(_ error: PreparationError) {
    switch error.code {
    case .cancelled: self.init(.cancelled, "the export was cancelled")
    case .refused: self.init(.refused, "\(error)", faults: error.faults)
    case .unreadableMedia: self.init(.unreadableMedia, "\(error)", faults: error.faults)
    default: self.init(.invalidComposition, "\(error)", faults: error.faults)
    }
  }

  /// Translates an error that occurred while a file was written.
  init(_ error: any Error, writing path: String) {
    switch error {
    case let error as ExportError: self = error
    case let error as PreparationError: self.init(error)
    case is CancellationError: self.init(.cancelled, "the export was cancelled")
    case let error as PipelineError:
      self.init(error)
      guard code == .noSpaceLeft || code == .outputUnavailable else { return }
      // The details of `filesink` contain only the system's message.
      let cause = error.details.flatMap(systemCause)
      message = "cannot write '\(path)': \(cause?.message ?? error.message)"
      if cause == .quotaExceeded { code = .noSpaceLeft }
    default: self.init(.failed, "\(error)")
    }
  }
}

/// The system's error at the end of a message of `filesink`, such as `Error while writing to file
/// descriptor 13: File too large`.
///
/// The message is in the language of the process, and so are the candidates.
private func systemCause(_ details: String) -> SystemError? {
  SystemError.all.first { details.hasSuffix(": " + $0.message) }
}
