import CutawayModel
import CutawayTime

extension Composition {
  /// Sound that ends with the picture of its clip although it is longer.
  ///
  /// A whole clip is as long as its picture (`join`, sequences, tracks of picture and sound). Only a clip
  /// that plays to the end of its picture counts, and whose rest no other segment plays.
  func cutSounds(_ media: [Asset.ID: MediaDescription]) -> [Warning] {
    let shown = Set(
      tracks.filter { $0.mediaType == .video }.flatMap(\.segments).compactMap { segment in
        segment.media.map { Place(asset: $0.asset, time: $0.source.end) }
      })
    let heard = tracks.filter { $0.mediaType == .audio }.flatMap(\.segments).compactMap(\.media)
    let continued = Set(heard.map { Place(asset: $0.asset, time: $0.source.start) })
    return tracks.enumerated().flatMap { trackIndex, track -> [Warning] in
      guard track.mediaType == .audio else { return [] }
      return track.segments.enumerated().compactMap { index, segment -> Warning? in
        guard let clip = segment.media,
          let sound = media[clip.asset]?.length(of: clip.trackIndex, .audio), sound.isOwn,
          media[clip.asset]?.videoTracks.contains(where: { $0.duration == clip.source.end }) == true
        else { return nil }
        let place = Place(asset: clip.asset, time: clip.source.end)
        let rest = sound.duration - clip.source.end
        guard rest > MediaTime(1, over: 10), shown.contains(place), !continued.contains(place)
        else { return nil }
        return Warning(
          .cutSound,
          "the sound of '\(clip.asset)' is \(rest.shortText) s longer than its picture: its end is "
            + "cut off",
          path: ["tracks", "\(trackIndex)", "segments", "\(index)"], range: segment.target)
      }
    }
  }

  private struct Place: Hashable {
    var asset: Asset.ID
    var time: MediaTime
  }
}
