public import CutawayTime

/// An error in a composition, with its place.
public struct Fault: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The keys and indices that lead to the value: `["tracks", "0", "segments", "2"]`.
  public var path: [String]
  /// The kind of the error, and a message without the place.
  public var error: CompositionError
  /// The time in the composition at which a source failed, in seconds; `nil` for other faults.
  ///
  /// It may be some frames early, because sources are read ahead.
  public var time: MediaTime?

  /// Creates a fault; an empty path denotes the composition as a whole.
  public init(path: [String], error: CompositionError, time: MediaTime? = nil) {
    self.path = path
    self.error = error
    self.time = time
  }

  /// The path, its parts joined by dots, and the message.
  public var description: String {
    path.isEmpty ? "\(error)" : "\(path.joined(separator: ".")): \(error)"
  }
}

/// The reason why an edit or a composition is not valid.
public typealias CompositionError = CutawayError<CompositionErrorCode>

/// The kind of a ``CompositionError``.
public struct CompositionErrorCode: CutawayErrorCode {
  public let name: String

  /// Two items occupy the same time or have the same name.
  public static let overlap = Self(name: "overlap")
  /// A range is empty or negative.
  public static let emptyRange = Self(name: "emptyRange")
  /// A time or a value lies outside the range that is allowed for it.
  public static let outOfRange = Self(name: "outOfRange")
  /// A segment does not start where the one before it ends.
  public static let notContiguous = Self(name: "notContiguous")
  /// A reference to a track or an asset that does not exist, or is of another type.
  public static let danglingReference = Self(name: "danglingReference")
  /// A value that the property does not allow.
  public static let invalidValue = Self(name: "invalidValue")
  /// What a policy does not allow.
  public static let refused = Self(name: "refused")
}
