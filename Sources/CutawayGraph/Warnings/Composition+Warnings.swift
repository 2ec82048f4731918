public import CutawayModel
public import CutawayTime

extension Composition {
  /// A likely mistake: a composition that renders, but probably not as intended.
  public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a warning.
    ///
    /// Later versions may add kinds.
    public struct Kind: Sendable, Hashable {
      private let name: String

      /// No layer is visible, only the background.
      public static let uncoveredTime = Kind(name: "uncoveredTime")
      /// A segment continues after its source has ended.
      public static let beyondSource = Kind(name: "beyondSource")
      /// A layer is invisible during its whole instruction.
      public static let hiddenLayer = Kind(name: "hiddenLayer")
      /// No instruction lists a track while the track has media.
      public static let hiddenTrack = Kind(name: "hiddenTrack")
      /// A rotated clip is shown as stored: on its side, upside down or mirrored.
      public static let turnedClip = Kind(name: "turnedClip")
      /// A clip larger than the picture is cropped, because it is not scaled.
      public static let croppedClip = Kind(name: "croppedClip")
      /// A layer is visible with a default until a ramp starts with another value.
      public static let jump = Kind(name: "jump")
      /// A ramp continues after its instruction has ended.
      public static let unseenRamp = Kind(name: "unseenRamp")
      /// A clip with sound is shown, but no track plays its sound.
      public static let unheardSound = Kind(name: "unheardSound")
    }

    /// The kind of the mistake, for code that filters warnings.
    public var kind: Kind
    /// The keys and indices that lead to the value: `["tracks", "0", "segments", "2"]`.
    public var path: [String]
    /// The time range that the mistake affects, in the time of the composition.
    public var range: TimeRange
    /// A sentence for people, in English; its wording may change.
    public var message: String

    /// The path, its parts joined by dots, and the message.
    public var description: String { "\(path.joined(separator: ".")): \(message)" }
  }

  /// The likely mistakes in the composition.
  ///
  /// They are: time that no layer covers, layers and tracks that are never visible, segments beyond
  /// their sources, clips on their side or cropped, layers that jump, ramps that are not visible to
  /// their ends, and sound that no track plays.
  ///
  /// A warning is reported only if it is certain. A layer whose media are unknown counts as
  /// visible, and so does one that may enter the picture while it moves.
  ///
  /// - Parameter media: The descriptions of the assets; without them there are fewer warnings.
  /// - Returns: The warnings, in order of time.
  public func warnings(media: [Asset.ID: MediaDescription]) -> [Warning] {
    let stage = Stage(self, media)
    let hidden = hiddenTracks()
    let found =
      stage.uncoveredTime() + stage.hiddenLayers() + hidden + beyondSources(media)
      + stage.unplacedClips() + stage.jumps() + stage.unseenRamps()
      + unheardSounds(media, besides: hidden)
    return found.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
  }

  /// Tracks with media that no instruction lists while the media play.
  private func hiddenTracks() -> [Warning] {
    tracks.enumerated().compactMap { index, track in
      let spans = track.segments.filter { !$0.isEmpty }.map(\.target)
      guard track.mediaType == .video, let first = spans.first, let last = spans.last else {
        return nil
      }
      let isListed = tiledInstructions().contains { tile in
        tile.instruction.layers.contains { $0.track == track.id }
          && spans.contains { $0.overlaps(tile.instruction.range) }
      }
      return isListed
        ? nil
        : Warning(
          kind: .hiddenTrack, path: ["tracks", "\(index)"],
          range: TimeRange(start: first.start, end: last.end),
          message:
            "the track '\(track.id)' is never shown: no instruction lists it while it has media")
    }
  }

  private func beyondSources(_ media: [Asset.ID: MediaDescription]) -> [Warning] {
    tracks.enumerated().flatMap { trackIndex, track in
      track.segments.enumerated().compactMap { index, segment -> Warning? in
        guard let shown = segment.media,
          let length = media[shown.asset]?.length(of: shown.trackIndex, track.mediaType),
          shown.source.end > length.duration + length.slack
        else { return nil }
        let (target, source) = (segment.target, shown.source)
        let end = max(source.start, length.duration)
        let start = target.start + (end - source.start) * target.duration / source.duration
        let missing = (source.end - end).seconds
        return Warning(
          kind: .beyondSource,
          path: ["tracks", "\(trackIndex)", "segments", "\(index)", "source"],
          range: TimeRange(start: start, end: target.end),
          message: "'\(shown.asset)' \(length.isEstimated ? "probably " : "")lasts "
            + "\(rounded(length.duration)) s: the segment extends \(roundedText(missing)) s past the end"
        )
      }
    }
  }
}

private func rounded(_ time: MediaTime) -> String { roundedText(time.seconds) }

private func roundedText(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }
