import CutawayDiagnostics
import CutawayElementKit
import CutawayModel
import CutawayTime
import CutawayTranslation

/// A subtitle track of an output, with the output's times.
struct Subtitles: Sendable, Hashable, Codable {
  var track: Track.ID
  /// A BCP 47 tag or an ISO 639 code.
  var language: String?
  /// The cues, sorted by time.
  var cues: [TextCue]
}

extension ResolvedComposition {
  /// Reads the subtitles of the composition.
  ///
  /// - Parameters:
  ///   - range: The part of the composition whose start becomes time 0.
  ///   - onMissing: How to treat segments whose media fail.
  ///   - onWarning: Receives a warning for each segment that is left out.
  /// - Returns: A value per subtitle track, in track order.
  /// - Throws: ``ExportError`` with ``ExportErrorCode/unreadableMedia``, which names the asset.
  func subtitles(
    in range: TimeRange, onMissing: MissingMedia = .stop,
    onWarning: (Warning) -> Void = { _ in }
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
          let path = ["tracks", "\(index)", "segments", "\(number)", "asset"]
          guard onMissing == .gap else {
            throw ExportError(
              .unreadableMedia, message,
              faults: [.init(path: path, error: CompositionError(.danglingReference, message))])
          }
          onWarning(
            Warning(
              .missingMedia, "\(message); the segments that show them are left out", path: path))
          known[Source(media)] = []
        }
      }
      let cues = track.cues { known[Source($0)] ?? [] }.clipped(to: range)
      result.append(Subtitles(track: track.id, language: language(of: track), cues: cues))
    }
    return result
  }
}

/// The subtitle track of an asset.
private struct Source: Hashable {
  var asset: Asset.ID
  var trackIndex: Int

  init(_ media: Segment.Media) {
    asset = media.asset
    trackIndex = media.trackIndex
  }
}
