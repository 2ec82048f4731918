import CutawayContainers
import CutawayElementBridge
package import CutawayQuirks
import CutawaySources

extension Quirk {
  /// qtdemux takes the primaries of the box `mdcv` in another order than the file states them, and
  /// reads only the high half of each luminance.
  ///
  /// So the probe reads the box itself.
  package static let masteringDisplay = Quirk(
    "qtdemux reports a wrong mastering display",
    versions: [.since(1, 23, 0)],
    upstream: "not reported",
    test: "PQ states its mastering display in every file type")
}

extension MediaDescription.Video {
  /// Sets the mastering display to that of a header.
  mutating func completeLight(from track: MovieHeader.Track) {
    guard Quirk.masteringDisplay.applies, let light = track.light else { return }
    let numbers = light.chromaticities.map(Int.init) + light.luminances.map(Int.init)
    masteringDisplay = numbers.map(String.init).joined(separator: ":")
  }
}
