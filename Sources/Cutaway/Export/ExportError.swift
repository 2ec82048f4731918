public import CutawayModel

/// The reason why an export failed.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an ``ExportError``.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The output cannot be created: its folder does not exist or is not writable, or its name is
    /// invalid.
    public static let outputUnavailable = Code(name: "outputUnavailable")
    /// The output exists, and ``ExportSession/Settings/overwrites`` is `false`.
    public static let outputExists = Code(name: "outputExists")
    /// The requested options contradict each other or the file type.
    public static let incompatible = Code(name: "incompatible")
    /// A required GStreamer element is not installed.
    public static let missingElement = Code(name: "missingElement")
    /// The composition contradicts itself or its media: ``ExportError/faults``.
    public static let invalidComposition = Code(name: "invalidComposition")
    /// Media are missing or cannot be read: ``ExportError/faults``.
    public static let unreadableMedia = Code(name: "unreadableMedia")
    /// The range contains nothing of the composition.
    public static let emptyRange = Code(name: "emptyRange")
    /// Passthrough is impossible, for the reasons in ``ExportError/faults``.
    public static let needsEncoding = Code(name: "needsEncoding")
    /// The output's file system is full, or the user's quota is used up.
    public static let noSpaceLeft = Code(name: "noSpaceLeft")
    /// Rendering failed.
    public static let failed = Code(name: "failed")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
    /// ``ExportSession/export(to:as:)`` was called a second time.
    public static let alreadyStarted = Code(name: "alreadyStarted")
  }

  /// The kind of failure, for programs.
  public var code: Code
  /// The failure in words, for people.
  public var message: String
  /// The errors with their paths in the composition, if the composition is the reason.
  public var faults: [Composition.Fault]
  /// GStreamer's additional information for developers.
  public var details: String?

  /// Creates an error; `faults` and `details` are empty unless they apply.
  public init(
    _ code: Code, _ message: String, faults: [Composition.Fault] = [], details: String? = nil
  ) {
    self.code = code
    self.message = message
    self.faults = faults
    self.details = details
  }

  /// The text of ``message``.
  public var description: String { message }

  /// Matches a code in a `catch`: `catch let error as ExportError where .cancelled ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
