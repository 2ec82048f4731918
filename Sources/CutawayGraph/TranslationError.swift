public import CutawayModel

/// Why a composition cannot be translated, with everything that is wrong with it.
public struct TranslationError: Error, Sendable, Hashable, CustomStringConvertible {
  public var faults: [Composition.Fault]

  public init(_ faults: [Composition.Fault]) { self.faults = faults }

  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
