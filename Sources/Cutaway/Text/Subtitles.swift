import CutawayElementKit
import CutawayGraph
import CutawayModel
import CutawayTime

/// A subtitle track of an output: its texts by the time of the output.
struct Subtitles: Sendable, Hashable {
  var track: Track.ID
  /// A tag of BCP 47, or a code of ISO 639.
  var language: String?
  /// In order of time.
  var cues: [TextCue]
}

extension ResolvedComposition {
  /// Reads the subtitles that the composition shows.
  ///
  /// - Parameters:
  ///   - range: The part whose start becomes 0.
  ///   - onMissing: What becomes of segments whose media fail.
  ///   - warn: Told of what is left out.
  /// - Returns: A value for each subtitle track, in the order of the tracks.
  /// - Throws: ``ExportError`` with ``ExportError/Code/unreadableMedia``, which names the asset.
  func subtitles(
    in range: TimeRange, onMissing: MissingMedia = .stop, warning warn: (String) -> Void = { _ in }
  ) async throws -> [Subtitles] {
    var known: [Source: [TextCue]] = [:]
    var result: [Subtitles] = []
    for (index, track) in composition.tracks.enumerated() where track.mediaType == .subtitle {
      for (number, segment) in track.segments.enumerated() where segment.target.overlaps(range) {
        guard let media = segment.media, let asset = composition.asset(media.asset),
          known[Source(media)] == nil
        else { continue }
        do {
          known[Source(media)] = try await CueReader.read(
            asset.location, trackIndex: media.trackIndex)
        } catch let error as ElementError {
          let message = "cannot read the subtitles of '\(asset.location)': \(error)"
          guard onMissing == .gap else {
            let path = ["tracks", "\(index)", "segments", "\(number)", "asset"]
            throw ExportError(
              .unreadableMedia, message,
              faults: [.init(path: path, error: CompositionError(.danglingReference, message))])
          }
          warn("\(message); the segments that show them are left out")
          known[Source(media)] = []
        }
      }
      let cues = track.cues { known[Source($0)] ?? [] }.clipped(to: range)
      result.append(Subtitles(track: track.id, language: language(of: track), cues: cues))
    }
    return result
  }
}

/// Where cues come from.
private struct Source: Hashable {
  var asset: Asset.ID
  var trackIndex: Int

  init(_ media: Segment.Media) {
    asset = media.asset
    trackIndex = media.trackIndex
  }
}
