public import CutawayDiagnostics

/// The reason why an export failed.
public typealias ExportError = CutawayError<ExportErrorCode>

/// The kind of ``ExportError``.
public struct ExportErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The output cannot be created: its folder does not exist or is not writable, or its name is
  /// invalid.
  public static let outputUnavailable = Self(name: "outputUnavailable")
  /// The output exists, and ``ExportSession/Settings/overwrites`` is `false`.
  public static let outputExists = Self(name: "outputExists")
  /// The requested options contradict each other or the file type.
  public static let incompatible = Self(name: "incompatible")
  /// A required GStreamer element is not installed.
  public static let missingElement = Self(name: "missingElement")
  /// The composition contradicts itself or its media: `ExportError.faults`.
  public static let invalidComposition = Self(name: "invalidComposition")
  /// Media are missing or cannot be read: `ExportError.faults`.
  public static let unreadableMedia = Self(name: "unreadableMedia")
  /// The range contains nothing of the composition.
  public static let emptyRange = Self(name: "emptyRange")
  /// Passthrough is impossible, for the reasons in `ExportError.faults`.
  public static let needsEncoding = Self(name: "needsEncoding")
  /// The output's file system is full, or the user's quota is used up.
  public static let noSpaceLeft = Self(name: "noSpaceLeft")
  /// Parts of a film are missing or do not fit each other.
  ///
  /// The error's `details` are a line for programs, such as `missing: 3,7-8`.
  public static let missingParts = Self(name: "missingParts")
  /// The composition, its media, the settings or the version of Cutaway are not those of a plan.
  public static let otherPlan = Self(name: "otherPlan")
  /// A policy does not allow the composition, or the output exceeds its limits.
  public static let refused = Self(name: "refused")
  /// The system or a person ended the worker process: the export may be tried again.
  public static let interrupted = Self(name: "interrupted")
  /// Rendering failed.
  public static let failed = Self(name: "failed")
  /// The task was cancelled.
  public static let cancelled = Self(name: "cancelled")
  /// `ExportSession.export(to:as:)` was called a second time.
  public static let alreadyStarted = Self(name: "alreadyStarted")
}
