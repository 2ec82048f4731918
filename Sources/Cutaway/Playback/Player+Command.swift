import CutawayTime
import CutawayTranslation

extension Player {
  /// How far the frame that a seek shows may be from the requested time.
  struct SeekTolerance: Sendable {
    var before: MediaTime
    var after: MediaTime
  }

  enum Command: Sendable {
    case play, pause, togglePause, stop, toggleMute, toggleTimeline
    case seek(MediaTime, SeekTolerance?, SeekOutcome?)
    case skip(MediaTime)
    case seekToEnd
    case step(Int)
    case mute(Bool)
    case volume(Double)
    case rate(Double)
    case rateFactor(Double)
    case shuttle(Direction)
    case replace(ResolvedComposition, reloadsMedia: Bool)

    /// Whether the command supersedes a seek that is under way.
    var goesElsewhere: Bool {
      switch self {
      case .seek, .skip, .seekToEnd, .step: true
      default: false
      }
    }
  }
}
