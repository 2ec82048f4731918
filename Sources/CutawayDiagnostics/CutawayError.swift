/// An error with a code for programs, a message for people, and what led to it.
///
/// All errors of Cutaway have this form. Each kind of work has its own codes: an export fails with
/// an `ExportError`, which is a `CutawayError<ExportErrorCode>`.
///
///     do {
///       try await session.export(to: url, as: .mp4)
///     } catch where .outputExists ~= error {
///       …
///     }
public struct CutawayError<ErrorCode: CutawayErrorCode>: Error, Sendable, Hashable, Codable {
  /// The codes of this kind of error.
  public typealias Code = ErrorCode

  /// The kind of failure, for programs.
  public var code: Code
  /// A sentence for people, in English; its wording may change.
  public var message: String
  /// What is wrong with the composition and where, if the composition is the reason.
  public var faults: [Fault]
  /// The GStreamer element that failed, if one did.
  public var element: String?
  /// GStreamer's additional information for developers.
  public var details: String?
  /// The source that failed, if one did.
  package var source: FailedSource?
  /// The factory of the element that failed, if one did.
  package var factory: String?

  /// Creates an error; everything but its code and its message may be left out.
  public init(
    _ code: Code, _ message: String, faults: [Fault] = [], element: String? = nil,
    details: String? = nil
  ) {
    self.code = code
    self.message = message
    self.faults = faults
    self.element = element
    self.details = details
  }

  /// Creates an error from at least one fault, whose message is that of all faults, one per line.
  public init(_ code: Code, faults: [Fault]) {
    self.init(code, faults.map(\.description).joined(separator: "\n"), faults: faults)
  }

  /// Matches a code in a `catch`: `catch let error as ExportError where .cancelled ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}

extension CutawayError: CustomStringConvertible {
  /// The message, after the name of the element that failed.
  public var description: String {
    [element, message].compactMap(\.self).joined(separator: ": ")
  }
}

/// The kinds of failure of one kind of work.
///
/// Later versions may add codes, so a `switch` over them needs a default.
public protocol CutawayErrorCode: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name of the code, for logs: `outputExists`.
  var name: String { get }
}

extension CutawayErrorCode {
  /// The name of the code.
  public var description: String { name }
}
