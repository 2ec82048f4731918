public import CutawayModel
import CutawayTime

extension Composition {
  /// The likely mistakes in the composition.
  ///
  /// They are: time that no layer covers, layers and tracks that are never visible, segments beyond
  /// their sources, clips on their side or cropped, layers that jump, ramps that are not visible to
  /// their ends, sound that no track plays, sound whose end is cut off, and texts that show `\n`.
  ///
  /// A warning is reported only if it is certain. A layer whose media are unknown counts as
  /// visible, and so does one that may enter the picture while it moves.
  ///
  /// - Parameter media: The descriptions of the assets; without them there are fewer warnings.
  /// - Returns: The warnings, in order of time.
  public func warnings(media: [Asset.ID: MediaDescription]) -> [Warning] {
    let size = renderSize(media)
    let described = describingGenerators(
      media, size: size, frameDuration: frameDuration(media))
    let (shown, media) = playingLayers(size: size, described)
    let stage = Stage(shown, media)
    let hidden = shown.hiddenTracks()
    let found =
      stage.uncoveredTime() + stage.hiddenLayers() + hidden + beyondSources(media)
      + stage.unplacedClips() + stage.jumps() + stage.unseenRamps()
      + unheardSounds(media, besides: hidden) + cutSounds(media) + absentLayers() + shownEscapes()
    return found.sorted {
      guard let first = $0.range, let second = $1.range else { return false }
      return (first.start, first.end) < (second.start, second.end)
    }
  }

  /// Layers whose range lies outside of the composition.
  private func absentLayers() -> [Warning] {
    placedLayers.compactMap { path, layer in
      guard let range = layer.range,
        range.intersection(TimeRange(start: .zero, duration: duration)) == nil
      else { return nil }
      return Warning(
        .hiddenLayer, "the layer is never seen: its range lies outside of the composition",
        path: path, range: range)
    }
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
          .hiddenTrack,
          "the track '\(track.id)' is never shown: no instruction lists it while it has media",
          path: ["tracks", "\(index)"], range: TimeRange(start: first.start, end: last.end))
    }
  }

  private func beyondSources(_ media: [Asset.ID: MediaDescription]) -> [Warning] {
    tracks.enumerated().flatMap { trackIndex, track in
      track.segments.enumerated().compactMap { index, segment -> Warning? in
        guard let shown = segment.media,
          let length = media[shown.asset]?.length(of: shown.trackIndex, track.mediaType),
          shown.source.end > length.duration + length.slack
        else { return nil }
        guard let mapping = segment.mapping else { return nil }
        let (target, source) = (segment.target, shown.source)
        let end = max(source.start, length.duration)
        let cut = mapping.targetTime(of: end)
        let missing = (source.end - end).seconds
        return Warning(
          .beyondSource,
          "'\(shown.asset)' \(length.isEstimated ? "probably " : "")lasts "
            + "\(rounded(length.duration)) s: the segment extends \(roundedText(missing)) s past the end",
          path: ["tracks", "\(trackIndex)", "segments", "\(index)", "source"],
          range: mapping.isReversed
            ? TimeRange(start: target.start, end: cut) : TimeRange(start: cut, end: target.end))
      }
    }
  }
}

private func rounded(_ time: MediaTime) -> String { roundedText(time.seconds) }

private func roundedText(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }
