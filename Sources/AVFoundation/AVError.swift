/// The domain of ``AVError``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
/// The key of the time of an error.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The key of the size of a file.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// The key of the kind of media.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The key of the codecs.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The key of the track.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// The key of the type of file.
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"

/// An error of AVFoundation, with Apple's codes.
///
/// ``localizedFailureReason`` states the precise reason: which instruction, which gap, which track.
public struct AVError: Error, Hashable, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The precise reason.
  public let localizedFailureReason: String?
  /// The track that the error concerns.
  public var persistentTrackID: CMPersistentTrackID?
  /// The time that the error concerns.
  public var time: CMTime?
  /// The error of the program that caused this one.
  private var cause: Cause?

  private struct Cause: Hashable, @unchecked Sendable {
    // Errors of Foundation do not change.
    let error: NSError
  }

  /// Creates an error.
  public init(_ code: Code) { self.init(code, nil) }

  init(
    _ code: Code, _ reason: String?, trackID: CMPersistentTrackID? = nil, time: CMTime? = nil
  ) {
    self.code = code
    localizedFailureReason = reason
    persistentTrackID = trackID
    self.time = time
  }

  /// The same error with its cause.
  func caused(by error: any Error) -> AVError {
    var result = self
    result.cause = Cause(error: error as NSError)
    return result
  }

  /// The domain of all errors.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// The kinds of errors.
  public enum Code: Int, Sendable {
    /// Not known.
    case unknown = -11_800
    /// There is no memory.
    case outOfMemory = -11_801
    /// There is no space on the disk.
    case diskFull = -11_807
    /// The limit of the duration is reached.
    case maximumDurationReached = -11_810
    /// The limit of the size is reached.
    case maximumFileSizeReached = -11_811
    /// Media services were reset.
    case mediaServicesWereReset = -11_819
    /// The export failed.
    case exportFailed = -11_820
    /// Media cannot be decoded.
    case decodeFailed = -11_821
    /// The media of a segment cannot be read.
    case invalidSourceMedia = -11_822
    /// The output exists.
    case fileAlreadyExists = -11_823
    /// A segment does not start where the one before it ends.
    case compositionTrackSegmentsNotContiguous = -11_824
    /// The target of a segment has no duration.
    case invalidCompositionTrackSegmentDuration = -11_825
    /// The source of a segment starts before 0.
    case invalidCompositionTrackSegmentSourceStartTime = -11_826
    /// The source of a segment has no duration.
    case invalidCompositionTrackSegmentSourceDuration = -11_827
    /// The type of a file is not known.
    case fileFormatNotRecognized = -11_828
    /// A file is damaged.
    case fileFailedToParse = -11_829
    /// Media are protected.
    case contentIsProtected = -11_831
    /// There is no image at a time.
    case noImageAtTime = -11_832
    /// There is no decoder.
    case decoderNotFound = -11_833
    /// There is no encoder.
    case encoderNotFound = -11_834
    /// The operation is not possible for the asset.
    case operationNotSupportedForAsset = -11_838
    /// A decoder is busy.
    case decoderTemporarilyUnavailable = -11_839
    /// An encoder is busy.
    case encoderTemporarilyUnavailable = -11_840
    /// The video composition contradicts itself or its asset.
    case invalidVideoComposition = -11_841
    /// The file name extension does not fit the type.
    case invalidOutputURLPathExtension = -11_843
    /// The operation was interrupted.
    case operationInterrupted = -11_847
    /// The asset cannot be used.
    case incompatibleAsset = -11_848
    /// Media cannot be loaded.
    case failedToLoadMediaData = -11_849
    /// A custom compositor failed.
    case videoCompositorFailed = -11_858
    /// The settings of the output cannot be used.
    case unsupportedOutputSettings = -11_861
    /// The operation is not allowed.
    case operationNotAllowed = -11_862
    /// There is no source track.
    case noSourceTrack = -11_869
    /// The operation is not possible with the preset.
    case operationNotSupportedForPreset = -11_871
    /// Settings are missing.
    case incorrectlyConfigured = -11_875
    /// The operation was cancelled.
    case operationCancelled = -11_878
    /// Media cannot be encoded.
    case encodeFailed = -11_883
  }
}

extension AVError: CustomNSError, LocalizedError {
  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The texts and values for `NSError`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
    info[NSLocalizedFailureReasonErrorKey] = localizedFailureReason
    info[AVErrorPersistentTrackIDKey] = persistentTrackID.map { NSNumber(value: $0) }
    info[NSUnderlyingErrorKey] = cause?.error
    info[AVErrorTimeKey] = time.map { NSValue(time: $0) }
    return info
  }

  /// A sentence with the reason.
  public var errorDescription: String? {
    [code.summary, localizedFailureReason].compactMap(\.self).joined(separator: ": ")
  }

  /// The precise reason.
  public var failureReason: String? { localizedFailureReason }
}

extension AVError.Code {
  /// Whether an error has a code: `catch AVError.fileAlreadyExists`.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? AVError)?.code == code }

  fileprivate var summary: String {
    switch self {
    case .fileAlreadyExists: "Cannot save: the file exists"
    case .invalidVideoComposition: "The video could not be composed"
    case .operationCancelled: "The operation was cancelled"
    case .exportFailed: "The export failed"
    case .diskFull: "The disk is full"
    case .invalidOutputURLPathExtension: "The file name extension does not fit the file type"
    case .incorrectlyConfigured: "The operation lacks settings"
    case .noSourceTrack: "There is no source track"
    case .noImageAtTime: "There is no image at that time"
    case .videoCompositorFailed: "The video compositor failed"
    default: "The operation could not be completed (\(rawValue))"
    }
  }
}
