import CutawayModel
import CutawayTime

extension MediaDescription {
  /// The duration of a track, and the tolerance by which a segment may exceed it without a report.
  struct Length {
    var duration: MediaTime
    var slack: MediaTime
    var isEstimated: Bool
    /// Whether the duration is that of the track, not of the whole file.
    var isOwn: Bool
  }

  func length(of index: Int, _ type: Track.MediaType) -> Length? {
    let own: MediaTime?, slack: MediaTime
    switch type {
    case .video:
      guard let track = videoTracks.element(at: index) else { return nil }
      (own, slack) = (track.duration, track.frameDuration ?? .zero)
    case .audio:
      guard let track = audioTracks.element(at: index) else { return nil }
      (own, slack) = (track.duration, MediaTime(1, over: 20))
    // A subtitle track has no end: after its last text it shows nothing.
    case .subtitle: return nil
    }
    guard let length = own ?? duration else { return nil }
    return Length(
      duration: length, slack: slack, isEstimated: own == nil && isDurationEstimated,
      isOwn: own != nil)
  }
}
