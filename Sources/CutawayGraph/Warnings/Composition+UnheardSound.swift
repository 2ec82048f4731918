import CutawayModel
import CutawayTime

extension Composition {
  /// Assets with sound whose picture is shown when no audio track goes on any more, or none is there.
  ///
  /// Music under a silent picture is usual, and so is a pause in it: only a picture that is first shown
  /// after the end of all audio tracks counts. An audio track without media says that silence is meant.
  ///
  /// - Parameters:
  ///   - media: What is known of the assets.
  ///   - hidden: Tracks that are not shown.
  /// - Returns: One warning at most, from where such an asset is first shown to where one is last shown.
  func unheardSounds(
    _ media: [Asset.ID: MediaDescription], besides hidden: [Warning]
  ) -> [Warning] {
    let audio = tracks.filter { $0.mediaType == .audio }
    if audio.contains(where: { $0.segments.allSatisfy(\.isEmpty) }) { return [] }
    let heard = Set(audio.flatMap { $0.segments.compactMap(\.media?.asset) })
    let end = audio.map(\.duration).max() ?? .zero
    let hiddenPaths = Set(hidden.map(\.path))
    var shown: [Asset.ID: (path: [String], range: TimeRange)] = [:]
    for (trackIndex, track) in tracks.enumerated() where track.mediaType == .video {
      let path = ["tracks", "\(trackIndex)"]
      if hiddenPaths.contains(path) { continue }
      for (index, segment) in track.segments.enumerated() {
        guard let id = segment.media?.asset, !heard.contains(id),
          media[id]?.audioTracks.isEmpty == false
        else { continue }
        let (place, range) = (path + ["segments", "\(index)"], segment.target)
        guard let other = shown[id] else {
          shown[id] = (place, range)
          continue
        }
        shown[id] = (
          range.start < other.range.start ? place : other.path,
          TimeRange(
            start: min(range.start, other.range.start), end: max(range.end, other.range.end))
        )
      }
    }
    let silent = assets.compactMap { asset in
      shown[asset.id].map { (asset: asset.id, path: $0.path, range: $0.range) }
    }.filter { $0.range.start >= end }.sorted { $0.range.start < $1.range.start }
    guard let first = silent.first else { return [] }
    let names = silent.prefix(3).map { "'\($0.asset)'" }
    let rest = silent.count > 3 ? " and \(silent.count - 3) more" : ""
    return [
      Warning(
        kind: .unheardSound, path: first.path,
        range: TimeRange(
          start: first.range.start, end: silent.map(\.range.end).max() ?? first.range.end),
        message: "no track plays the sound of \(names.joined(separator: ", "))\(rest): add a track "
          + "of 'type: audio' with the same segments, or without any if silence is meant")
    ]
  }
}
