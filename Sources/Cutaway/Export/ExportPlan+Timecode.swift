import CutawayContainers
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayTime
import CutawayTranslation

extension ExportPlan {
  /// The time code of the first frame of the output; `nil` if the sources state none, or if the file cannot have one.
  ///
  /// It is that of the source which the first video track plays there, if it plays forwards at its own speed and has
  /// the frame rate of the output.
  func startTimecode(of translation: Translation) -> StartTimecode? {
    guard fileType.isMovie, hasVideo, fileType != .fmp4 else { return nil }
    let resolved = translation.resolved, start = translation.range.start
    let tracks = resolved.composition.tracks.filter { $0.mediaType == .video }
    let segments = tracks.compactMap { track in track.segments.first { $0.target.contains(start) } }
    guard let segment = segments.first(where: { $0.media != nil }), let media = segment.media,
      !media.isReversed, media.source.duration == segment.target.duration,
      let asset = resolved.composition.asset(media.asset), let path = localPath(asset.location),
      let code = StartTimecode(path: path),
      MediaTime(Int64(code.frameTicks), over: Int64(code.timescale)) == resolved.frameDuration
    else { return nil }
    let source = media.source.start + (start - segment.target.start)
    return code.advanced(by: source.floored(in: resolved.frameDuration))
  }

  /// A warning about a time code that the output will not have; `nil` if the first source has none, or if it is kept.
  func timecodeWarning(for translation: Translation) -> Warning? {
    guard startTimecode(of: translation) == nil, hasVideo else { return nil }
    let asset = translation.resolved.composition.assets.first { asset in
      localPath(asset.location).flatMap { MovieHeader(path: $0) }?.tracks(of: "tmcd").isEmpty
        == false
    }
    return asset.map {
      Warning(.unsupportedByFile, "the time code of '\($0.location)' is not copied")
    }
  }
}
