public import CutawayModel

/// Why an export did not come about.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The output cannot be made: it exists, its folder does not, or nothing may be written there.
    public static let outputUnavailable = Code(name: "outputUnavailable")
    /// There is a file of that name, and it is not to be replaced.
    public static let outputExists = Code(name: "outputExists")
    /// What is asked for does not go together.
    public static let incompatible = Code(name: "incompatible")
    /// An element that is needed is not installed.
    public static let missingElement = Code(name: "missingElement")
    /// The composition contradicts itself or its media: ``ExportError/faults``.
    public static let invalidComposition = Code(name: "invalidComposition")
    /// Media are missing or cannot be read: ``ExportError/faults``.
    public static let unreadableMedia = Code(name: "unreadableMedia")
    /// Nothing of the composition lies in the range.
    public static let emptyRange = Code(name: "emptyRange")
    /// Packets cannot be copied as they are: ``ExportError/faults``.
    public static let needsEncoding = Code(name: "needsEncoding")
    /// The output's file system is full, or the user's share of it.
    public static let noSpaceLeft = Code(name: "noSpaceLeft")
    /// Something went wrong while it was rendered.
    public static let failed = Code(name: "failed")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
    /// A session exports once.
    public static let alreadyStarted = Code(name: "alreadyStarted")
  }

  public var code: Code
  public var message: String
  /// What is wrong, by its place in the composition, where that is the reason.
  public var faults: [Composition.Fault]
  /// What GStreamer adds for developers.
  public var details: String?

  public init(
    _ code: Code, _ message: String, faults: [Composition.Fault] = [], details: String? = nil
  ) {
    self.code = code
    self.message = message
    self.faults = faults
    self.details = details
  }

  public var description: String { message }

  /// Lets a `catch` name the code: `catch let error as ExportError where .cancelled ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
