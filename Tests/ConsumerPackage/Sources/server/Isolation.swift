import Cutaway
import Foundation

/// Exports a film of a stranger; a file that crashes its decoder is an error of this export.
func exportInWorker(_ composition: Composition, to output: URL, policy: ExportSession.Policy)
  async throws
{
  var settings = ExportSession.Settings()
  settings.policy = policy
  settings.isolation = .process()
  let session = ExportSession(composition, settings: settings)
  try await session.export(to: output, as: .mp4)
}
