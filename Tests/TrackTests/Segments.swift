import CutawayKeyframes
import CutawaySources
import CutawayTime

extension SourceSegment {
  /// A segment whose target range and source range are in units of `1 / scale` seconds.
  init(
    _ target: (Int64, Int64), _ location: String, _ source: (Int64, Int64), over scale: Int64 = 25,
    pitch: Pitch = .preserved
  ) {
    func range(_ ends: (Int64, Int64)) -> TimeRange {
      TimeRange(start: MediaTime(ends.0, over: scale), end: MediaTime(ends.1, over: scale))
    }
    self.init(
      mapping: TimeMapping(source: range(source), target: range(target)), location: location,
      pitch: pitch)
  }
}
