import CutawayDiagnostics
import CutawayModel
import CutawayTime

extension Composition {
  /// Whether a warning concerns parts of the composition.
  ///
  /// - Parameters:
  ///   - warning: A warning about the composition.
  ///   - ranges: The parts; `nil` is all of it.
  /// - Returns: Whether the place of the warning overlaps one of the parts. A warning without a time concerns all.
  package func concerns(_ warning: Warning, in ranges: [TimeRange]?) -> Bool {
    guard let ranges, let extent = warning.range ?? extent(of: warning.path) else { return true }
    return ranges.contains { $0.overlaps(extent) }
  }

  /// The time range of the segment, instruction or overlay that a path leads to or into; `nil` for other paths.
  private func extent(of path: [String]) -> TimeRange? {
    guard path.count > 1, let index = Int(path[1]) else { return nil }
    switch path[0] {
    case "overlays" where overlays.indices.contains(index): return overlays[index].range
    case "instructions" where instructions.indices.contains(index):
      return instructions[index].range
    case "tracks" where path.count > 3 && path[2] == "segments" && tracks.indices.contains(index):
      let segments = tracks[index].segments
      return Int(path[3]).flatMap { segments.indices.contains($0) ? segments[$0].target : nil }
    default: return nil
    }
  }
}
