import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation

extension ExportSession {
  /// Completes an unfinished file with what its muxer cannot write.
  func finish(
    _ work: Work, _ metadata: ExportMetadata, _ translation: Translation, _ creationTime: Date,
    named name: String?
  ) throws {
    let finishing = work.plan.finishing(
      metadata, translation, settings, work.subtitles.finished, of: work.writing, cut: work.cut,
      creationTime: creationTime)
    let omissions: [String]
    if work.canBeFinished {
      try work.checkPresence()
      if work.plan.fileType.isMovie, let writing = work.writing {
        try complete(work.temporaryPath, of: writing, named: work.path)
        try StoredOrientation(work.renderer?.film)?.apply(
          to: work.temporaryPath, named: work.path)
      }
      omissions = try finishing.apply(to: work.temporaryPath)
    } else {
      omissions = finishing.omissionsFromPipe
    }
    for omission in omissions {
      onWarning(Warning(.unsupportedByFile, omission + (name.map { ": '\($0)'" } ?? "")))
    }
  }
}
