import Cutaway

extension AVError {
  /// The error of an export with Apple's code.
  init(_ error: ExportError, hasVideoComposition: Bool) {
    let code: Code =
      switch error.code {
      case .outputExists: .fileAlreadyExists
      case .noSpaceLeft: .diskFull
      case .missingElement: .encoderNotFound
      case .cancelled: .operationCancelled
      case .invalidComposition:
        hasVideoComposition ? .invalidVideoComposition : .operationNotSupportedForAsset
      case .unreadableMedia: .invalidSourceMedia
      case .emptyRange: .operationNotSupportedForAsset
      case .needsEncoding: .operationNotSupportedForPreset
      case .incompatible: .unsupportedOutputSettings
      case .alreadyStarted: .operationNotAllowed
      default: .exportFailed
      }
    self.init(code, error.message)
  }
}
