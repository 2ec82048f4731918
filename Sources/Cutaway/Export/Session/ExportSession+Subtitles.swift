import CutawayModel
import CutawayTime
import CutawayTranslation

extension ExportSession {
  /// The subtitles of an export, and their sidecar files.
  struct SubtitlePlan {
    var place: SubtitlePlace
    var tracks: [Subtitles] = []
    var sidecars: [SubtitleSidecar] = []

    /// The subtitles for the muxer, delayed by a time.
    func muxed(after delay: MediaTime = .zero) -> [Subtitles] {
      guard place == .muxer else { return [] }
      return tracks.map { track in
        var track = track
        track.cues = track.cues.map { TextCue($0.range.moved(by: delay), $0.text) }
        return track
      }
    }
    /// Leaves out the files beside the output, which a pipe does not have.
    ///
    /// - Returns: A warning, if there were any.
    mutating func leaveOutFiles() -> Warning? {
      if sidecars.isEmpty { return nil }
      sidecars = []
      return Warning(
        .unsupportedByFile, "the subtitles are left out: they would be a file beside the output")
    }

    /// The subtitles that are written after everything else.
    var finished: [Subtitles] { place == .finishedFile ? tracks : [] }
  }

  /// Reads the subtitles, and checks the names of the sidecar files if they are known already.
  ///
  /// - Throws: ``ExportError``.
  func subtitlePlan(
    _ translation: Translation, path: String, _ fileType: ExportFileType,
    checksSidecars: Bool = true
  ) async throws -> SubtitlePlan {
    var plan = SubtitlePlan(place: fileType.container.subtitles)
    let resolved = translation.resolved
    guard resolved.composition.tracks.contains(where: { $0.mediaType == .subtitle }) else {
      return plan
    }
    switch plan.place {
    case .none:
      onWarning(
        Warning(
          .unsupportedByFile,
          "the subtitles are left out: an image sequence cannot contain them"))
      return plan
    case .sidecar(let file):
      plan.sidecars = SubtitleSidecar.all(for: path, as: file, in: resolved)
      // Checked before anything is written, so that existing files are reported at the start.
      for sidecar in plan.sidecars where checksSidecars {
        try OutputName(sidecar.path).check(overwriting: settings.overwrites)
      }
    case .muxer, .finishedFile: break
    }
    plan.tracks = try await resolved.subtitles(
      in: translation.range, onMissing: settings.onMissing, onWarning: onWarning)
    return plan
  }

}

extension ExportSession.SubtitlePlan {
  /// Writes the sidecar files of a complete output.
  ///
  /// - Throws: ``ExportError`` if another process has taken a name meanwhile, or the disk is full.
  func writeSidecars(
    besides fileType: ExportFileType, overwriting: Bool, onWarning: (Warning) -> Void
  ) throws(ExportError) {
    for sidecar in sidecars {
      guard let track = tracks.first(where: { $0.track == sidecar.track }) else { continue }
      let output = try PendingOutput(OutputName(sidecar.path), overwriting: overwriting)
      try output.write(Array(sidecar.file.text(of: track.cues).utf8))
      try output.commit()
      onWarning(
        Warning(
          .unsupportedByFile,
          "the subtitles '\(track.track)' are in '\(sidecar.path)': \(fileType.rawValue) files "
            + "cannot contain them"))
    }
  }
}
