// `catch AVError.exportFailed`: the codes under the name of the error.

extension AVError {
  /// The code, for patterns.
  public static var unknown: Code { .unknown }
  /// The code, for patterns.
  public static var outOfMemory: Code { .outOfMemory }
  /// The code, for patterns.
  public static var diskFull: Code { .diskFull }
  /// The code, for patterns.
  public static var maximumDurationReached: Code { .maximumDurationReached }
  /// The code, for patterns.
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
  /// The code, for patterns.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// The code, for patterns.
  public static var exportFailed: Code { .exportFailed }
  /// The code, for patterns.
  public static var decodeFailed: Code { .decodeFailed }
  /// The code, for patterns.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// The code, for patterns.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The code, for patterns.
  public static var compositionTrackSegmentsNotContiguous: Code {
    .compositionTrackSegmentsNotContiguous
  }
  /// The code, for patterns.
  public static var invalidCompositionTrackSegmentDuration: Code {
    .invalidCompositionTrackSegmentDuration
  }
  /// The code, for patterns.
  public static var invalidCompositionTrackSegmentSourceStartTime: Code {
    .invalidCompositionTrackSegmentSourceStartTime
  }
  /// The code, for patterns.
  public static var invalidCompositionTrackSegmentSourceDuration: Code {
    .invalidCompositionTrackSegmentSourceDuration
  }
  /// The code, for patterns.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The code, for patterns.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// The code, for patterns.
  public static var contentIsProtected: Code { .contentIsProtected }
  /// The code, for patterns.
  public static var noImageAtTime: Code { .noImageAtTime }
  /// The code, for patterns.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// The code, for patterns.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// The code, for patterns.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The code, for patterns.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
  /// The code, for patterns.
  public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
  /// The code, for patterns.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// The code, for patterns.
  public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
  /// The code, for patterns.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// The code, for patterns.
  public static var incompatibleAsset: Code { .incompatibleAsset }
  /// The code, for patterns.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// The code, for patterns.
  public static var videoCompositorFailed: Code { .videoCompositorFailed }
  /// The code, for patterns.
  public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
  /// The code, for patterns.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// The code, for patterns.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// The code, for patterns.
  public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
  /// The code, for patterns.
  public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
  /// The code, for patterns.
  public static var operationCancelled: Code { .operationCancelled }
  /// The code, for patterns.
  public static var encodeFailed: Code { .encodeFailed }
}
