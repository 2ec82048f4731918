public import CutawayModel
public import CutawayTime

extension Composition {
  /// Something that renders, but is likely a mistake.
  public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// What is odd.
    ///
    /// New kinds may be added.
    public struct Kind: Sendable, Hashable {
      private let name: String

      /// No layer shows anything: there is only the background.
      public static let uncoveredTime = Kind(name: "uncoveredTime")
      /// A segment goes on after its source has ended.
      public static let beyondSource = Kind(name: "beyondSource")
      /// Nothing of a layer is to be seen as long as its instruction lasts.
      public static let hiddenLayer = Kind(name: "hiddenLayer")
      /// No instruction lists a track while it has something to show.
      public static let hiddenTrack = Kind(name: "hiddenTrack")
      /// A turned clip is shown as it is stored: on its side, upside down or mirrored.
      public static let turnedClip = Kind(name: "turnedClip")
      /// A clip larger than the picture is cut off, for nothing scales it.
      public static let croppedClip = Kind(name: "croppedClip")
      /// A layer is seen at its default until a ramp begins elsewhere.
      public static let jump = Kind(name: "jump")
      /// A ramp goes on after its instruction.
      public static let unseenRamp = Kind(name: "unseenRamp")
      /// A clip with sound is shown, and there is no sound.
      public static let unheardSound = Kind(name: "unheardSound")
    }

    public var kind: Kind
    /// The keys and indices that lead to what it is about: `["tracks", "0", "segments", "2"]`.
    public var path: [String]
    /// When, in the time of the composition.
    public var range: TimeRange
    public var message: String

    public var description: String { "\(path.joined(separator: ".")): \(message)" }
  }

  /// What renders, but is likely a mistake: time that no layer covers, layers and tracks that are never
  /// seen, segments beyond their sources, clips on their side or cut off, layers that jump, ramps that
  /// are not seen to their ends, sound that no track plays.
  ///
  /// What is said is certain. A layer whose media are unknown counts as seen, and so does one that
  /// may come into the picture on its way.
  ///
  /// - Parameter media: What is known of the assets; without it there are fewer warnings.
  /// - Returns: The warnings in order of time.
  public func warnings(media: [Asset.ID: MediaDescription]) -> [Warning] {
    let stage = Stage(self, media)
    let hidden = hiddenTracks()
    let found =
      stage.uncoveredTime() + stage.hiddenLayers() + hidden + beyondSources(media)
      + stage.unplacedClips() + stage.jumps() + stage.unseenRamps()
      + unheardSounds(media, besides: hidden)
    return found.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
  }

  /// Tracks with media that no instruction lists while they last.
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
          message: "the track '\(track.id)' is never shown: no instruction lists it in its time")
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
            + "\(rounded(length.duration)) s: \(roundedText(missing)) s of the segment lie beyond")
      }
    }
  }
}

private func rounded(_ time: MediaTime) -> String { roundedText(time.seconds) }

private func roundedText(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }
