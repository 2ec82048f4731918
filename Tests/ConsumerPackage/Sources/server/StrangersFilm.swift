import Cutaway
import Foundation

/// Exports a composition of a stranger, which may read the files of one folder.
func exportFilm(of file: URL, to output: URL, reading folder: URL) async throws {
  var policy = ExportSession.Policy(folders: [folder.path])
  policy.limits.duration = MediaTime(60)
  let text = try CompositionText(contentsOf: file)
  let document = try await text.openingMedia(policy: policy, isolation: .process())
  var settings = ExportSession.Settings()
  settings.policy = policy
  settings.isolation = .process()
  let session = ExportSession(document.composition, settings: settings)
  try await session.export(to: output, as: .mp4)
}
