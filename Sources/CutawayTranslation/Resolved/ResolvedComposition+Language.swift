public import CutawayModel

extension ResolvedComposition {
  /// The language of a track: its own, or that of its sources if all segments have the same one.
  public func language(of track: Track) -> String? {
    if let language = track.language { return language }
    let languages = Set(
      track.segments.compactMap(\.media).map { language(of: $0, track.mediaType) })
    return languages.count == 1 ? languages.first ?? nil : nil
  }

  /// The common language of all tracks of a media type that have one; `nil` if they differ.
  public func language(of type: Track.MediaType) -> String? {
    let languages = Set(
      composition.tracks.filter { $0.mediaType == type }.compactMap { language(of: $0) })
    return languages.count == 1 ? languages.first : nil
  }

  private func language(of shown: Segment.Media, _ type: Track.MediaType) -> String? {
    let description = media[shown.asset]
    return switch type {
    case .video: description?.videoTracks.element(at: shown.trackIndex)?.language
    case .audio: description?.audioTracks.element(at: shown.trackIndex)?.language
    case .subtitle: description?.textTracks.element(at: shown.trackIndex)?.language
    }
  }
}
