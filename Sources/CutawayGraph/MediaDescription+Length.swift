import CutawayModel
import CutawayTime

extension MediaDescription {
  /// How long one of the tracks lasts, and how much less of it is taken without a word.
  struct Length {
    var duration: MediaTime
    var slack: MediaTime
    var isEstimated: Bool
    /// Whether it is the track's own, and not that of the whole file.
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
    // After the last text there is nothing to show, for as long as one likes.
    case .subtitle: return nil
    }
    guard let length = own ?? duration else { return nil }
    return Length(
      duration: length, slack: slack, isEstimated: own == nil && isDurationEstimated,
      isOwn: own != nil)
  }
}
