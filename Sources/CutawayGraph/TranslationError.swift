public import CutawayModel

/// The reason why a composition cannot be translated: all of its faults.
public struct TranslationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The faults; at least one.
  public var faults: [Composition.Fault]

  /// Creates an error from at least one fault.
  public init(_ faults: [Composition.Fault]) { self.faults = faults }

  /// The faults, one per line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
