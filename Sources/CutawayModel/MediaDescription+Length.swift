package import CutawayTime

extension MediaDescription {
  /// The duration of a track, and the tolerance by which a segment may exceed it without a report.
  package struct Length {
    package var duration: MediaTime
    package var slack: MediaTime
    package var isEstimated: Bool
    /// Whether the duration is that of the track, not of the whole file.
    package var isOwn: Bool
  }

  /// The duration of a track; `nil` if there is no such track, or if it has no end.
  package func length(of index: Int, _ type: Track.MediaType) -> Length? {
    let own: MediaTime?, slack: MediaTime
    switch type {
    case .video:
      guard videoTracks.indices.contains(index) else { return nil }
      (own, slack) = (videoTracks[index].duration, videoTracks[index].frameDuration ?? .zero)
    case .audio:
      guard audioTracks.indices.contains(index) else { return nil }
      (own, slack) = (audioTracks[index].duration, MediaTime(1, over: 20))
    // A subtitle track has no end: after its last text it shows nothing.
    case .subtitle: return nil
    }
    guard let length = own ?? duration else { return nil }
    return Length(
      duration: length, slack: slack, isEstimated: own == nil && isDurationEstimated,
      isOwn: own != nil)
  }
}
