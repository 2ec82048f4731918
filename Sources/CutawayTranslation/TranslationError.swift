public import CutawayDiagnostics

/// The reason why a composition cannot be translated: all of its faults.
public typealias TranslationError = CutawayError<TranslationErrorCode>

/// The kind of ``TranslationError``.
public struct TranslationErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The composition contradicts itself or its media.
  public static let invalidComposition = Self(name: "invalidComposition")
}
