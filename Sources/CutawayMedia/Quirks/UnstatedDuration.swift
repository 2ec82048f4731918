import CutawayContainers
import CutawayElementBridge
import CutawayModel
package import CutawayQuirks

extension Quirk {
  /// If a file states no duration, matroskademux answers the query for it with the position that it
  /// has read up to.
  package static let unstatedDuration = Quirk(
    "matroskademux answers a duration that the file does not state",
    versions: [.all],
    test: "a duration that the file does not state is marked as an estimate")
}

extension MediaDescription {
  /// Marks the duration as an estimate if a file does not state one.
  mutating func completeDuration(from header: MatroskaHeader) {
    guard Quirk.unstatedDuration.applies, !header.statesDuration else { return }
    isDurationEstimated = true
  }
}
