import Cutaway
import Foundation

func export(_ edit: Composition, to url: URL) async throws {
  var settings = ExportSession.Settings()
  settings.overwrites = true
  settings.metadata = ["title": "A day at the beach"]
  let session = ExportSession(edit, preset: .size1280x720, settings: settings)
  async let film: Void = session.export(to: url, as: .mp4)
  for await case .exporting(let progress) in session.states() {
    print("\(Int(progress.fractionCompleted * 100)) %")
  }
  try await film
}
