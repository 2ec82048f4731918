import CutawayModel
import CutawayTime

extension Composition {
  /// Assets with sound that are first shown after all audio tracks have ended, or without any audio
  /// track.
  ///
  /// Music under silent video is common, and so is a pause in the music. Therefore only video that
  /// is first shown after the end of all audio tracks counts. A track that ``Track/isSilent``, and an audio
  /// track without media, state that silence is intended.
  ///
  /// - Parameters:
  ///   - media: The descriptions of the assets.
  ///   - hidden: Warnings about tracks that are not shown.
  /// - Returns: At most one warning, from the first time to the last time that such an asset is
  ///   shown.
  func unheardSounds(
    _ media: [Asset.ID: MediaDescription], besides hidden: [Warning]
  ) -> [Warning] {
    let audio = tracks.filter { $0.mediaType == .audio }
    if audio.contains(where: { $0.segments.allSatisfy(\.isEmpty) }) { return [] }
    let heard = Set(audio.flatMap { $0.segments.compactMap(\.media?.asset) })
    let end = audio.map(\.duration).max() ?? .zero
    let hiddenPaths = Set(hidden.map(\.path))
    var shown: [Asset.ID: (path: [String], range: TimeRange)] = [:]
    for (trackIndex, track) in tracks.enumerated()
    where track.mediaType == .video && !track.isSilent {
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
        .unheardSound,
        "no track plays the sound of \(names.joined(separator: ", "))\(rest): add a track "
          + "of 'type: audio' with the same segments, or 'sound: false' to the video if silence is intended",
        path: first.path,
        range: TimeRange(
          start: first.range.start, end: silent.map(\.range.end).max() ?? first.range.end))
    ]
  }
}
