public import CutawayDiagnostics

/// The reason why a composition cannot be played or exported.
public typealias PreparationError = CutawayError<PreparationErrorCode>

/// The kind of ``PreparationError``.
public struct PreparationErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The composition contradicts itself or its media.
  public static let invalidComposition = Self(name: "invalidComposition")
  /// Media are missing or cannot be read.
  public static let unreadableMedia = Self(name: "unreadableMedia")
  /// A policy does not allow the composition.
  public static let refused = Self(name: "refused")
  /// There is no worker process, or the system ended it.
  public static let interrupted = Self(name: "interrupted")
  /// The task was cancelled.
  public static let cancelled = Self(name: "cancelled")
}

extension PreparationError {
  /// Creates an error whose message is that of all faults without their paths, one per line.
  init(_ code: Code, listing faults: [Fault]) {
    self.init(code, faults.map(\.error.message).joined(separator: "\n"), faults: faults)
  }
}
