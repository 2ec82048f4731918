import CutawayElementKit

/// The segments of a track whose sources have failed, and the policy for them.
package struct MissingSegments: Sendable {
  /// What happens to a segment whose source has failed.
  package enum Policy: String, PropertyEnumeration, Codable {
    /// The stream ends with an error.
    case stop
    /// A gap replaces the segment, with a warning.
    case gap
  }

  private let policy: Policy
  private var indices: Set<Int> = []

  init(_ policy: Policy) { self.policy = policy }

  func contains(_ index: Int) -> Bool { indices.contains(index) }

  /// Leaves a segment out.
  ///
  /// - Returns: The warning.
  /// - Throws: The fault, if the policy is to stop.
  mutating func leaveOut(_ index: Int, _ fault: ElementError) throws(ElementError) -> String {
    guard policy == .gap else { throw fault }
    indices.insert(index)
    return "\(fault.description); the segment is left out"
  }
}
